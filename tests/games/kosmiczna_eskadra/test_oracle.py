"""Kosmiczna Eskadra: random and adversarial tables are judged as by the oracle, plain and compiled."""

from __future__ import annotations

import ast
import random
from collections import Counter

import pytest

from kosmoport.core import layout
from kosmoport.engine.modules import made_module
from kosmoport.engine.program import GameProgram
from kosmoport.engine.wasm import Code, WasmMachine
from kosmoport.games.kosmiczna_eskadra import GAME
from tests.games.kosmiczna_eskadra import adversaries
from tests.games.kosmiczna_eskadra.classes import BOTH_VARIANTS, CLASSES, SAMPLE, Maker, variety
from tests.games.kosmiczna_eskadra.oracle import Judge
from tests.games.kosmiczna_eskadra.proof import HITS, Compiled, check_plain, lay, prove

CHUNKS = 20  # of the whole proof, to be spread over the cores
SHARE = 300  # tables of each class in a chunk


def prove_class(maker: Maker, seeds: range) -> Counter[str]:
    """Prove so many tables of a class; what it is made for must have occurred often enough."""
    seen = Counter[str]()
    for seed in seeds:
        table = maker(random.Random(seed))
        try:
            seen += prove(table)
        except AssertionError as error:
            raise AssertionError(f"{maker.__name__}, seed {seed}: {error}") from error
        seen.update(variety(table))
    for what, wanted in CLASSES[maker].items():
        assert 100 * seen[what] >= wanted * len(seeds), f"{maker.__name__}: {what} only {seen[what]} times"
    return seen


@pytest.mark.rule("KE-37")
@pytest.mark.parametrize("maker", CLASSES)
def test_a_sample_of_every_class_is_judged_as_by_the_oracle(maker: Maker) -> None:
    prove_class(maker, range(SAMPLE))


def test_the_classes_have_every_option_and_the_whole_proof_100_000_tables() -> None:
    assert CHUNKS * SHARE * len(CLASSES) >= 100_000
    chance = random.Random(1)
    seen = Counter(tag for maker in CLASSES for _ in range(20) for tag in variety(maker(chance)))
    wanted = [*BOTH_VARIANTS, "2 players", "3 players", "4 players"]
    wanted += ["touching is legal", "touching is illegal"]
    assert set(seen) == set(wanted)
    assert min(seen.values()) >= 15


@pytest.mark.slow
@pytest.mark.rule("KE-37")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_part_of_the_100_000_tables_is_judged_as_by_the_oracle(chunk: int) -> None:
    first = 1000 + SHARE * chunk
    seen = sum((prove_class(maker, range(first, first + SHARE)) for maker in CLASSES), Counter[str]())
    assert seen["won_round"] + seen["tied_round"] == SHARE * len(CLASSES)
    assert min(seen[tag] for tag in BOTH_VARIANTS) >= 100
    assert seen["won_below_zero"] >= 10


def faulty() -> Compiled:
    """The game with a mistake that only its machine code has."""
    right, wrong = "a_left >= 0 and b_left <= 0", "a_left > 0 and b_left < 0"
    program = GameProgram(GAME, (HITS,))
    functions = program.definitions.functions
    (name,) = (name for name, node in functions.items() if right in ast.unparse(node))
    (edited,) = ast.parse(ast.unparse(functions[name]).replace(right, wrong)).body
    assert isinstance(edited, ast.FunctionDef)
    functions[name] = edited
    return Compiled(WasmMachine(Code(made_module(program))))


@pytest.mark.slow
def test_a_fault_of_the_compiled_rules_alone_is_noticed() -> None:
    machine, noticed = faulty(), 0
    for seed in range(SAMPLE):
        table = adversaries.corners(random.Random(seed))
        s = lay(table)
        before = layout.clone(s)
        check_plain(s, Judge(table).judge())
        try:
            machine.check(before, s)
        except AssertionError:
            noticed += 1
    assert noticed > SAMPLE // 3
