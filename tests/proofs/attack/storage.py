"""What lies on the disk: private, whole, used by one server, and gone when it is to be gone."""

from __future__ import annotations

import asyncio
import os
import resource
import stat
import sys

from tests.proofs.attack.people import company
from tests.proofs.attack.suite import Broken, Fire, attack, must, shown, status_of
from tests.proofs.attack.target import Target
from tests.proofs.chaos_server import ROOT, Failed

FIRST, SECOND = "Zuzanna Pierwsza", "Zuzanna Druga"
HOOK = "https://example.org/hook-of-zuzanna"


async def _said(*words: str) -> tuple[int, str]:
    """What a command of ours says, and how it ends."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kosmoport", *words),
        cwd=ROOT,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(60.0):
        text, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, text.decode()


def _holds(target: Target, text: str) -> list[str]:
    """The files that have this text in them."""
    return [
        path.name for path in target.data.iterdir() if path.is_file() and text.encode() in path.read_bytes()
    ]


@attack("M10", "a folder that was there before, open to all")
async def open_folder(fire: Fire) -> str:
    async with fire.own() as own:
        own.target.data.mkdir(mode=0o755)
        (own.target.data / "kosmoport.sqlite3").touch(mode=0o644)
        before = os.umask(0)
        try:
            await own.target.start()
        finally:
            os.umask(before)
        await own.done("POST", "/api/tables", {"game": "piraci"})
        files = [path for path in own.target.data.iterdir() if path.is_file()]
        odd = [
            f"{path.name} {stat.S_IMODE(path.stat().st_mode):o}"
            for path in files
            if path.stat().st_mode & 0o077
        ]
        must(not odd, f"others may read {odd}")
        must("folder" in own.target.log.read_text(), "nothing warns of the open folder")
    return f"{len(files)} files, all for their owner alone"


@attack("small", "a second server on the same file, by its name, a symbolic and a hard link")
async def links(fire: Fire) -> str:
    async with fire.own() as own:
        await own.target.start()
        file = own.target.data / "kosmoport.sqlite3"
        soft, hard = own.target.folder / "soft.sqlite3", own.target.folder / "hard.sqlite3"
        soft.symlink_to(file)
        os.link(file, hard)
        for number, name in enumerate((file, soft, hard)):
            flags = ("--no-browser", "--port", "0", "--database", str(name))
            code, said = await _said("serve", *flags, "--data", str(own.target.folder / f"other{number}"))
            must(code != 0, f"a second server runs on {name.name}")
            must("Traceback" not in said, said[-500:])
    return "three refused"


@attack("small", "names of another site (rebinding), and no name at all")
async def host_names(fire: Fire) -> str:
    seen = []
    for name in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "a:b", ""):
        answer = await fire.ask("GET", "/api/tables", headers={"Host": name})
        must(status_of(answer) in (400, 421), f"Host {name!r} is answered {shown(answer)}")
        seen.append(status_of(answer))
    answer = await fire.ask("GET", "/api/tables", headers={"Host": "evil.example"})
    must(answer is not None and b"allowed_hosts" in answer.body, "the sentence does not name the setting")
    return f"answered {seen}"


@attack("small", "a database with a page of zeros")
async def damaged(fire: Fire) -> str:
    async with fire.own() as own:
        await own.target.start()
        async with company(
            own.target.url, [fire.address(1)] * 2, game="kosmiczna_misja", players=2
        ) as people:
            await people.begin()
            await people.move(1 << 20)
        await own.target.stop()
        file = own.target.data / "kosmoport.sqlite3"
        with file.open("r+b") as database:
            database.seek(4096)
            database.write(b"\0" * 4096)
        try:
            await own.target.start()
        except Failed as failed:
            must("kosmoport doctor" in str(failed) and "Traceback" not in str(failed), str(failed))
        else:
            raise Broken("it is opened")
        code, said = await _said("doctor", "--data", str(own.target.data))
        must(code != 0 and "Traceback" not in said, f"doctor ends with {code}: {said[-500:]}")
    return "refused, and doctor says why"


@attack("small", "a disk that takes nothing more, and what /healthz says of it")
async def full_disk(fire: Fire) -> str:
    async with fire.own() as own:
        await own.target.start()
        await own.done("POST", "/api/tables", {"game": "piraci"})
        resource.prlimit(own.target.pid, resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
        made = await own.ask("POST", "/api/tables", {"game": "piraci"})
        must(status_of(made) == 503, f"a new table is answered {shown(made)}")
        sick = await own.ask("GET", "/healthz")
        must(status_of(sick) == 503, f"/healthz is answered {shown(sick)}")
        resource.prlimit(
            own.target.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        )
        await own.done("POST", "/api/tables", {"game": "piraci"})
        await own.done("GET", "/healthz")
    return "503 while it lasts, and then all is well"


@attack("small", "names, chat and a webhook of somebody who wants to be forgotten")
async def forgotten(fire: Fire) -> str:
    async with fire.own() as own:
        await own.target.start()
        made = await own.done("POST", "/api/tables", {"game": "piraci", "players": 3})
        path = f"/api/tables/{made['table']}"
        first = await own.done("POST", f"{path}/seats", {"name": FIRST, "seat": 0}, token=made["token"])
        chat = {"type": "chat", "id": "c", "text": "Zuzanna mówi"}
        await own.done("POST", f"{path}/messages", chat, token=first["token"])
        await own.done("POST", f"{path}/messages", {"type": "leave", "id": "l"}, token=first["token"])
        again = await own.done("POST", f"{path}/seats", {"name": SECOND, "seat": 1}, token=first["token"])
        await own.done("PUT", f"{path}/webhook", {"url": HOOK}, token=again["token"])
        await own.done("PUT", f"{path}/webhook", {"url": None}, token=again["token"])
        await own.done("DELETE", f"{path}/name", token=again["token"])
        left = {text: _holds(own.target, text) for text in (FIRST, SECOND, "Zuzanna", "hook-of-zuzanna")}
    must(not any(left.values()), f"the files still hold {left}")
    return "nothing of it is left in any file, while the server runs"


@attack("small", "names that nobody sees, that look alike, or turn the line round")
async def odd_names(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci", "players": 5})
    path = f"/api/tables/{made['table']}/seats"
    await fire.done("POST", path, {"name": "Paweł"}, token=made["token"])
    for name in ("\u2800", "\u3164", "\u200b", "\u202e", "P\u0430weł", "paweł", "Ｐaweł", "PAWEŁ"):
        answer = await fire.ask("POST", path, {"name": name})
        must(status_of(answer) in (400, 409), f"{name!r} is answered {shown(answer)}")
    for name in ("Łukasz", "Žofie", "Jiří", "Gżegżółka"):
        await fire.done("POST", path, {"name": name})
    return "8 refused, 4 with Polish and Czech letters sit"
