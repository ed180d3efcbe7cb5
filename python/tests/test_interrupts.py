"""Ctrl-C ends calls that take long."""

import os
import signal
import threading

import pytest

import rezkit

# What stands beside the file is asked of a function, which takes as long as is wished.
GLTF = b"""{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"uri":"beside.bin","byteLength":36}]}"""


@pytest.mark.usefixtures("control_c")
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("call", [rezkit.thumb, lambda source, **options: rezkit.convert(source, "glb", **options)])
def test_control_c_ends_a_call(call) -> None:
    go_on, is_done = threading.Event(), threading.Event()

    def beside(_name: str) -> bytes:
        os.kill(os.getpid(), signal.SIGINT)
        go_on.wait(60)
        is_done.set()
        return bytes(36)

    with pytest.raises(KeyboardInterrupt):
        call(GLTF, files=beside)
    # What was begun still waits: nothing has waited for it.
    assert not is_done.is_set()
    go_on.set()
    assert is_done.wait(60)


@pytest.mark.usefixtures("control_c")
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("call", [rezkit.table, rezkit.rows])
def test_control_c_ends_a_table(call, fixtures) -> None:
    path = str(fixtures / "rbxmesh/valid/v500.mesh")
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        # It would take hours.
        call([path] * 1_000_000)
    timer.join()
