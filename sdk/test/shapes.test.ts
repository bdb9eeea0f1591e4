// Optimized reading of unions and times has the same results as the general one.
// runner: alone (it measures the heap and sets flags of V8)
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check, newTrial } from '../runtime/check.ts';
import { choice } from '../runtime/choice.ts';
import { planOf } from '../runtime/plan.ts';
import type { Schema } from '../runtime/schema.ts';
import { isTime, timeOf } from '../runtime/time.ts';
import { turn } from '../runtime/turn.ts';
import { liveHeap } from './support/heap.ts';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const when = '2026-01-31T12:00:00.000Z';

function read(schema: Schema, value: unknown): unknown {
  const plan = planOf(schema, false);
  const trial = newTrial(false);
  check(plan, value, trial);
  return trial.issues.length ? trial.issues.map(({ code }) => code) : turn(plan, value);
}

test('distinguishes objects of one shape by a value, a type or a name, in any order and repeatedly', () => {
  const kind = (name: string): Schema => ({ enum: [name] });
  const union: Schema = {
    by: choice,
    oneOf: [
      { properties: { kind: kind('a'), some_time: time }, required: ['some_time'] },
      { properties: { kind: kind('b'), some_time: text }, required: ['some_time'] },
      { properties: { kind: kind('c'), other_time: { type: ['number', 'null'] } }, required: ['other_time'] },
      { properties: { kind: kind('c'), other_time: time }, required: ['other_time'] },
    ],
  };
  for (let again = 0; again < 3; again++) {
    assert.equal(read(union, { kind: 'a', some_time: when }), { kind: 'a', someTime: new Date(when) });
    assert.equal(read(union, { kind: 'b', some_time: when }), { kind: 'b', someTime: when });
    assert.equal(read(union, { some_time: when, kind: 'a' }), { someTime: new Date(when), kind: 'a' });
    assert.equal(read(union, { kind: 'c', other_time: when }), { kind: 'c', otherTime: new Date(when) });
    assert.equal(read(union, { kind: 'c', other_time: 7 }), { kind: 'c', otherTime: 7 });
  }
});

test('names that differ in each answer do not accumulate in memory, and change nothing', () => {
  const union: Schema = {
    by: choice,
    oneOf: [
      { properties: { at_once: time }, required: ['at_once'] },
      { properties: { never: text }, required: ['never'] },
    ],
  };
  const before = liveHeap();
  for (let count = 0; count < 50_000; count++) {
    const found = read(union, { at_once: when, [`key-${count}`]: 1 }) as { atOnce: Date };
    if (count % 5_000 === 0) assert.equal(found.atOnce, new Date(when));
  }
  const grown = (liveHeap() - before) / 1e6;
  assert.ok(grown < 10, `${grown} MB`);
  assert.equal(read(union, { never: 'x' }), { never: 'x' });
});

test('accepts a scalar that one branch accepts unchanged; rejects one that none accepts', () => {
  const union: Schema = { by: choice, anyOf: [{ enum: ['auto'] }, text, { type: 'integer' }] };
  for (const value of ['auto', 'other', 7]) assert.is(read(union, value), value);
  for (const value of [1.5, true, null, []]) assert.equal(read(union, value), ['union']);
});

test('reads times as Date does, in any format; an incomplete time stays text', () => {
  const whole = [
    ...['2026-01-31T12:00:00.000Z', '2026-12-01T23:59:59.999z', '2024-02-29T00:00:00.001Z', '1969-12-31T23:59:59.999Z'],
    ...['2026-02-30T10:00:00.123Z', '0020-01-10T10:00:00.000Z', '0100-01-10T10:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ...['2026-01-31T12:00Z', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123456Z', '2026-01-31t12:00:00.5+05:30'],
    ...['2026-01-31T12:00:00-0800', '2026-01-31T12:00:00.00+01:00'],
  ];
  for (const value of whole) {
    assert.is(isTime(value), true, value);
    assert.is(timeOf(value), Date.parse(value), value);
    assert.equal(read(time, value), new Date(value));
  }
  const others = [
    'soon 5',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-13-01T00:00:00.000Z',
    '2026-00-01T00:00:00.000Z',
  ];
  for (const value of [...others, '2026-01-32T00:00:00.000Z', '2026-01-31T25:00:00.000Z', '2026-01-31T12:60:00.000Z'])
    assert.equal(read(time, value), ['type'], value);
});

test.run();
