extension PageScript {
    /// Matrices, vectors and quaternions.
    static let matrices = #"""
        // 4 × 4 matrices are arrays of 16 numbers, column by column, for column vectors, as in glTF and WebGL.

        const identity = () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

        /// The matrix that applies b, then a.
        function multiply(a, b) {
            const out = new Array(16);
            for (let column = 0; column < 4; column++) {
                for (let row = 0; row < 4; row++) {
                    let sum = 0;
                    for (let at = 0; at < 4; at++) sum += a[at * 4 + row] * b[column * 4 + at];
                    out[column * 4 + row] = sum;
                }
            }
            return out;
        }

        /// From a translation, a quaternion x y z w and a scale.
        function composed(translation, rotation, scale) {
            const length = Math.hypot(...rotation) || 1;
            const [x, y, z, w] = rotation.map(value => value / length);
            const [sx, sy, sz] = scale;
            return [
                (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
                2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
                2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
                ...translation, 1,
            ];
        }

        function applied(matrix, point) {
            const [x, y, z] = point;
            const m = matrix;
            return [
                m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13],
                m[2] * x + m[6] * y + m[10] * z + m[14], m[3] * x + m[7] * y + m[11] * z + m[15],
            ];
        }

        function determinant3(m) {
            return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9])
                + m[8] * (m[1] * m[6] - m[2] * m[5]);
        }

        function perspective(angle, aspect, near, far) {
            const f = 1 / Math.tan(angle / 2);
            const depth = near - far;
            return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / depth, -1, 0, 0, 2 * far * near / depth, 0];
        }

        const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        const unit = a => { const length = Math.hypot(...a) || 1; return a.map(value => value / length); };

        /// The view of somebody at `eye` who looks at `target`; y is up.
        function lookAt(eye, target) {
            const back = unit(subtract(eye, target));
            const right = unit(cross([0, 1, 0], back));
            const up = cross(back, right);
            return [right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
                -dot(right, eye), -dot(up, eye), -dot(back, eye), 1];
        }

        /// The shorter arc between two quaternions.
        function slerp(a, b, share) {
            let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
            const sign = cosine < 0 ? -1 : 1;
            cosine = Math.min(1, cosine * sign);
            const angle = Math.acos(cosine);
            const part = own => angle < 1e-4 ? own : Math.sin(own * angle) / Math.sin(angle);
            const [first, second] = [part(1 - share), part(share) * sign];
            return a.map((value, at) => value * first + b[at] * second);
        }
        """#
}
