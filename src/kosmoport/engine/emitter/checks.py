"""What a checked module asks before it goes on; a refusal is a trap, and `fault` says in which line.

Their names begin with a dot, as no function of a program does.
"""

from __future__ import annotations

CHECKS = """\
(global $fault (export "fault") (mut i32) (i32.const 0))
(func $.refuse (param $line i32) (global.set $fault (local.get $line)) (unreachable))
(func $.add (param $a i64) (param $b i64) (param $line i32) (result i64) (local $r i64)
  (local.set $r (i64.add (local.get $a) (local.get $b)))
  (if (i64.lt_s (i64.and (i64.xor (local.get $a) (local.get $r)) (i64.xor (local.get $b) (local.get $r)))
    (i64.const 0)) (then (call $.refuse (local.get $line)))) (local.get $r))
(func $.sub (param $a i64) (param $b i64) (param $line i32) (result i64) (local $r i64)
  (local.set $r (i64.sub (local.get $a) (local.get $b)))
  (if (i64.lt_s (i64.and (i64.xor (local.get $a) (local.get $b)) (i64.xor (local.get $a) (local.get $r)))
    (i64.const 0)) (then (call $.refuse (local.get $line)))) (local.get $r))
(func $.mul (param $a i64) (param $b i64) (param $line i32) (result i64) (local $r i64)
  (local.set $r (i64.mul (local.get $a) (local.get $b)))
  (if (i64.ne (local.get $a) (i64.const 0)) (then
    (if (if (result i32) (i64.eq (local.get $a) (i64.const -1))
      (then (i64.eq (local.get $b) (i64.const 0x8000000000000000)))
      (else (i64.ne (i64.div_s (local.get $r) (local.get $a)) (local.get $b))))
      (then (call $.refuse (local.get $line)))))) (local.get $r))
(func $.shl (param $a i64) (param $b i64) (param $line i32) (result i64) (local $r i64)
  (local.set $r (i64.shl (local.get $a) (local.get $b)))
  (if (i32.or (i64.ge_u (local.get $b) (i64.const 64))
    (i64.ne (i64.shr_s (local.get $r) (local.get $b)) (local.get $a)))
    (then (call $.refuse (local.get $line)))) (local.get $r))
(func $.shr_s (param $a i64) (param $b i64) (param $line i32) (result i64)
  (if (i64.ge_u (local.get $b) (i64.const 64)) (then (call $.refuse (local.get $line))))
  (i64.shr_s (local.get $a) (local.get $b)))
(func $.divisor (param $b i64) (param $line i32) (result i64)
  (if (i64.eqz (local.get $b)) (then (call $.refuse (local.get $line)))) (local.get $b))
(func $.quotient (param $a i64) (param $b i64) (param $line i32)
  (if (i32.and (i64.eq (local.get $a) (i64.const 0x8000000000000000)) (i64.eq (local.get $b) (i64.const -1)))
    (then (call $.refuse (local.get $line)))))
(func $.fraction (param $b f64) (param $line i32) (result f64)
  (if (f64.eq (local.get $b) (f64.const 0)) (then (call $.refuse (local.get $line)))) (local.get $b))
(func $.rooted (param $a f64) (param $line i32) (result f64)
  (if (f64.lt (local.get $a) (f64.const 0)) (then (call $.refuse (local.get $line)))) (local.get $a))
(func $.cut (param $a f64) (param $line i32) (result f64)
  (if (i32.eqz
    (i32.and (f64.ge (local.get $a) (f64.const -0x1p63)) (f64.lt (local.get $a) (f64.const 0x1p63))))
    (then (call $.refuse (local.get $line)))) (local.get $a))
(func $.index (param $i i64) (param $n i64) (param $line i32) (result i64)
  (if (i64.ge_u (local.get $i) (local.get $n)) (then (call $.refuse (local.get $line)))) (local.get $i))
(func $.fit (param $v i64) (param $bits i64) (param $line i32) (result i64) (local $lost i64)
  (local.set $lost (i64.sub (i64.const 64) (local.get $bits)))
  (if (i64.ne (i64.shr_s (i64.shl (local.get $v) (local.get $lost)) (local.get $lost)) (local.get $v))
    (then (call $.refuse (local.get $line)))) (local.get $v))
"""
