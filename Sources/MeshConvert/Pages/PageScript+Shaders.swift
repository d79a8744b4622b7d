extension PageScript {
    /// The programs of the graphics processor.
    static let shaders = #"""
        // Draws a model with WebGL 2.

        const VERTEX = `#version 300 es
        precision highp float;
        in vec3 position, normal, movedBy, scaledBy; in vec4 color, joints, weights, joints1, weights1, turnedBy; in vec2 uv;
        uniform mat4 model, view; uniform mat3 mapping; uniform sampler2D bones; uniform bool hasNormals;
        uniform float pointSize, leastPoint, nearer;
        out vec3 place, facing; out vec4 own; out vec2 at;
        mat4 bone(float number) {
            int n = int(number);
            return mat4(texelFetch(bones, ivec2(0, n), 0), texelFetch(bones, ivec2(1, n), 0),
                texelFetch(bones, ivec2(2, n), 0), texelFetch(bones, ivec2(3, n), 0));
        }
        mat4 blend(vec4 j, vec4 w) { return w.x * bone(j.x) + w.y * bone(j.y) + w.z * bone(j.z) + w.w * bone(j.w); }
        vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
        void main() {
            vec4 world; vec3 across;
        #ifdef SKIN
            mat4 joint = blend(joints, weights) + blend(joints1, weights1);
            world = joint * vec4(position, 1.0); across = mat3(joint) * normal;
        #else
            vec3 shown = turned(turnedBy, position * scaledBy) + movedBy;
            world = model * vec4(shown, 1.0);
            across = mat3(model) * turned(turnedBy, normal / max(abs(scaledBy), vec3(1e-9)) * sign(scaledBy));
        #endif
            place = world.xyz; facing = hasNormals ? across : vec3(0.0); own = color; at = (mapping * vec3(uv, 1.0)).xy;
            gl_Position = view * world; gl_PointSize = clamp(pointSize / gl_Position.w, leastPoint, 64.0);
            gl_Position.z -= nearer * gl_Position.w * (1.0 - gl_Position.z / gl_Position.w);
        }`;

        const FRAGMENT = `#version 300 es
        precision highp float;
        in vec3 place, facing; in vec4 own; in vec2 at;
        uniform vec4 base, tint; uniform vec3 glow, eye; uniform sampler2D map, glowMap; uniform float cutoff, metal, rough;
        uniform bool isUnlit, isPlace, isSolid;
        out vec4 shown;
        vec3 encoded(vec3 c) {
            return mix(12.92 * c, 1.055 * pow(max(c, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
        }
        void main() {
            vec4 color = base * own * texture(map, at);
            if (cutoff > 0.0 && color.a < cutoff) discard;
            if (isPlace) { shown = vec4(place, 1.0); return; }
            if (cutoff >= 0.0) color.a = 1.0;
            color.rgb = mix(color.rgb, tint.rgb, tint.a);
            vec3 light = color.rgb;
            if (!isUnlit) {
                vec3 toEye = normalize(eye - place);
                vec3 flatly = isSolid ? normalize(cross(dFdx(place), dFdy(place))) : toEye;
                vec3 n = dot(facing, facing) > 0.0 ? normalize(facing) : flatly;
                if (dot(n, toEye) < 0.0) n = -n;
                vec3 sun = normalize(toEye + vec3(0.4, 0.8, 0.2));
                float sky = 0.75 + 0.25 * n.y, lit = max(dot(n, sun), 0.0);
                float gloss = pow(max(dot(n, normalize(sun + toEye)), 0.0), mix(128.0, 4.0, rough));
                vec3 mirror = mix(vec3(0.04), color.rgb, metal);
                light = color.rgb * (1.0 - 0.6 * metal) * (0.45 * sky + 0.6 * lit);
                light += mirror * (gloss * (1.0 - rough) + 0.35 * metal * sky);
            }
            shown = vec4(encoded(clamp(light + glow * texture(glowMap, at).rgb * (1.0 - tint.a), 0.0, 1.0)), color.a);
        }`;
        """#
}
