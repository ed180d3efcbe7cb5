"""Divides a mesh into hulls by a library.

Arguments: the library, and the number of hulls. The mesh comes on stdin as the numbers of vertices and triangles, three floats
for each vertex and three whole numbers for each triangle; the answer goes to stdout as the seconds that it took, and the number
of hulls, each with the number of its points and their coordinates. All are of 32 bits, little-endian.
"""

import sys
import time

import numpy as np

library, n_most = sys.argv[1], int(sys.argv[2])
data = sys.stdin.buffer.read()
n_vertices, n_triangles = np.frombuffer(data, "<u4", 2)
vertices = np.frombuffer(data, "<f4", n_vertices * 3, 8).reshape(-1, 3).astype(np.float64)
triangles = np.frombuffer(data, "<u4", n_triangles * 3, 8 + n_vertices * 12).reshape(-1, 3)

if library == "coacd":
    import coacd

    coacd.set_log_level("off")
    start = time.process_time()
    hulls = coacd.run_coacd(coacd.Mesh(vertices, triangles), max_convex_hull=n_most)
else:
    import vhacdx

    start = time.process_time()
    hulls = vhacdx.compute_vhacd(vertices, triangles.astype(np.uint32), maxConvexHulls=n_most, asyncACD=False)
seconds = time.process_time() - start

out = np.array([seconds], "<f4").tobytes() + np.array([len(hulls)], "<u4").tobytes()
for points, _ in hulls:
    points = np.asarray(points, "<f4")
    out += np.array([len(points)], "<u4").tobytes() + points.tobytes()
sys.stdout.buffer.write(out)
