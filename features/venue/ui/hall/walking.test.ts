import fc from 'fast-check'
import { expect, test } from 'vitest'
import { floor, gestureMs, gestures, walkingSpeed } from '#features/venue/hall/hall-rules.ts'
import { maxSwingsPerSecond, poseOf, restingPose } from './gesture-pose.ts'
import { stepsOfKeys } from './pressed-keys.ts'
import { followCalmly, loudnessOf } from './calm-light.ts'
import { headingBetween, walk, walkTowards } from './walking.ts'

const middle = { x: 0, z: 1000, heading: 0 }

test('a guest walks towards the stage, backwards, and in the direction of a turn', () => {
  expect(walk(middle, { forward: 1, rotation: 0 }, 1)).toEqual({ x: 0, z: 1000 - walkingSpeed, heading: 0 })
  expect(walk(middle, { forward: -1, rotation: 0 }, 0.5)).toEqual({ x: 0, z: 1000 + walkingSpeed / 2, heading: 0 })
  const right = walk({ ...middle, heading: 157 }, { forward: 1, rotation: 0 }, 1)
  expect([right.x, Math.abs(right.z - 1000) < 2]).toEqual([walkingSpeed, true])
  expect(walk(middle, { forward: 0, rotation: 1 }, 1).heading).toBeGreaterThan(100)
})

test('property: nobody walks off the floor, and every goal or the nearest place to it is reached', () => {
  const any = fc.integer({ min: -5000, max: 5000 })
  fc.assert(
    fc.property(any, any, any, any, (fromX, fromZ, x, z) => {
      let spot = walk({ x: fromX, z: fromZ, heading: 0 }, { forward: 1, rotation: -1 }, 0.3)
      let steps = 0
      for (let arrived = false; !arrived && steps < 400; steps += 1)
        ({ spot, arrived } = walkTowards(spot, { x, z }, 0.1))
      expect(steps).toBeLessThan(400)
      expect(spot.x >= floor.minX && spot.x <= floor.maxX && spot.z >= floor.minZ && spot.z <= floor.maxZ).toBe(true)
    }),
  )
})

test('headings are compared the shorter way around', () => {
  expect(headingBetween(10, 30)).toBeCloseTo(20)
  expect(headingBetween(620, 10)).toBeCloseTo(18.3, 0)
  expect(headingBetween(10, 620)).toBeCloseTo(-18.3, 0)
})

test('arrow keys and their letters walk, opposite keys cancel each other, and other keys are left to the browser', () => {
  expect(stepsOfKeys(new Set(['ArrowUp', 'KeyA']))).toEqual({ forward: 1, rotation: -1 })
  expect(stepsOfKeys(new Set(['KeyW', 'ArrowDown', 'ArrowRight', 'KeyD']))).toEqual({ forward: 0, rotation: 1 })
  expect(stepsOfKeys(new Set(['Tab']))).toBeUndefined()
  expect(stepsOfKeys(new Set())).toBeUndefined()
})

test('every gesture has its own movement, which begins and ends at rest', () => {
  const middles = gestures.map((gesture) => JSON.stringify([600, 900, 1400].map((ms) => poseOf(gesture, ms))))
  expect(new Set(middles).size).toBe(gestures.length)
  for (const gesture of gestures) {
    expect(poseOf(gesture, 0)).toEqual(restingPose)
    if (gesture !== 'sit') expect(poseOf(gesture, gestureMs + 1)).toEqual(restingPose)
  }
  expect(poseOf('sit', 60_000).lift).toBeLessThan(-0.3)
  expect(poseOf(undefined, 10)).toBe(restingPose)
})

test('no gesture swings more than twice a second', () => {
  for (const gesture of gestures)
    for (const part of ['lift', 'lean', 'roll', 'leftArm', 'rightArm'] as const) {
      const samples = Array.from({ length: 150 }, (_, index) => poseOf(gesture, index * 20)[part])
      const peaks = samples.filter((value, index) => value > samples[index - 1]! && value > samples[index + 1]!)
      expect(peaks.length, `${gesture} ${part}`).toBeLessThanOrEqual(maxSwingsPerSecond * 3 + 1)
    }
})

test('property: whatever plays, the light does not flash three times a second', () => {
  const levels = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 })
  fc.assert(
    fc.property(levels, (loudness) => {
      let brightness = 0.5
      let turning = brightness
      let direction = 0
      let flashes = 0
      for (const loud of loudness) {
        const next = followCalmly(brightness, loud > 0.5 ? 1 : 0, 1 / 60)
        const now = Math.sign(next - brightness)
        if (now !== 0 && now !== direction) {
          // A flash is a pair of opposing changes of a tenth or more.
          if (Math.abs(brightness - turning) >= 0.1) flashes += 0.5
          turning = brightness
          direction = now
        }
        brightness = next
      }
      expect(flashes).toBeLessThan(3)
      expect(brightness >= 0 && brightness <= 1).toBe(true)
    }),
  )
  expect(loudnessOf(undefined)).toBe(0)
  expect(loudnessOf(Uint8Array.of(255, 255))).toBe(1)
})
