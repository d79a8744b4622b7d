// What three.js' loaders find in a file, as JSON: for reader_facts.py.
//
// usage: node three_facts.mjs FOLDER FILE    FOLDER is npm's `three`
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

globalThis.self = globalThis;
globalThis.ProgressEvent ??= class { };

const [folder, path] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/examples/jsm/loaders/${name}.js`));
const bytes = readFileSync(path);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const { Mesh, Group, Points } = await import(pathToFileURL(`${folder}/build/three.module.js`));

let scene = new Group();
const ending = path.split('.').pop();
if (ending === 'obj') scene = new (await load('OBJLoader')).OBJLoader().parse(bytes.toString());
if (ending === 'ply' || ending === 'stl') {
    const module = ending === 'ply' ? (await load('PLYLoader')).PLYLoader : (await load('STLLoader')).STLLoader;
    const geometry = new module().parse(buffer);
    // STLLoader gives no index, PLYLoader one wherever there are faces.
    scene.add(ending === 'stl' || geometry.index ? new Mesh(geometry) : new Points(geometry));
}
if (ending === 'gltf') {
    const { GLTFLoader } = await load('GLTFLoader');
    scene = await new Promise((resolve, reject) => new GLTFLoader().parse(bytes.toString(), '', (g) => resolve(g.scene), reject));
}

const facts = { points: [], triangles: [], lines: 0, color: null, 'face color': null, 'uv sets': 0 };
scene.updateMatrixWorld(true);
scene.traverse((object) => {
    const geometry = object.geometry;
    const position = geometry?.attributes.position;
    if (!position) return;
    const base = facts.points.length;
    for (let i = 0; i < position.count; i++) {
        const p = object.position.clone().fromBufferAttribute(position, i).applyMatrix4(object.matrixWorld);
        facts.points.push([p.x, p.y, p.z]);
    }
    const index = geometry.index ? [...geometry.index.array] : [...Array(position.count).keys()];
    if (object.isMesh) {
        // A mirrored object is drawn with its triangles turned round.
        const isMirror = object.matrixWorld.determinant() < 0;
        for (let i = 0; i + 2 < index.length; i += 3) {
            const corners = index.slice(i, i + 3).map((corner) => corner + base);
            facts.triangles.push(isMirror ? corners.reverse() : corners);
        }
    }
    if (object.isLineSegments) facts.lines += index.length / 2;
    else if (object.isLine) facts.lines += index.length - 1;
    // A loader that leaves colours in the geometry and does not switch them on shows none; PLY's leaves that to its user.
    const isShown = object.material.vertexColors || ending === 'ply' || ending === 'stl';
    if (geometry.attributes.color && isShown) facts.color = geometry.attributes.color.getX(0);
    facts['uv sets'] = Math.max(facts['uv sets'], ['uv', 'uv1', 'uv2', 'uv3'].filter((name) => geometry.attributes[name]).length);
});
console.log(JSON.stringify(facts));
