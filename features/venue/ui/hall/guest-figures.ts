import { Color, Euler, Matrix4, Quaternion, Vector3 } from 'three'
import { appearanceOf, type GuestAppearance } from '#features/venue/hall/guest-appearance.ts'
import { createInstancedParts, createMergedParts, type PartKind } from './figure-parts.ts'
import { poseOf } from './gesture-pose.ts'
import type { ShownGuest } from './hall-client.ts'

/**
 * Creates the figures of all guests, each with a body, a head of one of four shapes and two arms.
 *
 * @param options.isSimple Whether they are drawn in fewer triangles, for devices without a graphics card.
 */
export function createGuestFigures({ isSimple }: { isSimple: boolean }) {
  const parts = isSimple ? createMergedParts() : createInstancedParts()
  const appearances = new Map<string, GuestAppearance>()
  const colour = new Color()
  const figure = new Matrix4()
  const part = new Matrix4()
  const rotation = new Quaternion()
  const euler = new Euler(0, 0, 0, 'YXZ')
  const position = new Vector3()
  const scale = new Vector3()

  function put(kind: PartKind, hue: number, lightness: number): void {
    parts.put(kind, part, colour.setHSL(hue / 360, 0.5, lightness))
  }

  function placePart(x: number, y: number, z: number, pitch: number, roll: number): void {
    rotation.setFromEuler(euler.set(pitch, 0, roll))
    part.compose(position.set(x, y, z), rotation, scale.set(1, 1, 1)).premultiply(figure)
  }

  function draw({ id, shown, x, z, gesture, gestureAtMs }: ShownGuest, nowMs: number): void {
    const appearance = appearances.get(id) ?? appearanceOf(id)
    appearances.set(id, appearance)
    const pose = poseOf(gesture, nowMs - gestureAtMs)
    // A walking figure bobs slightly.
    const isWalking = Math.hypot(x - shown.x, z - shown.z) > 4
    const bob = isWalking ? 0.04 * Math.abs(Math.sin(nowMs / 160)) : 0
    rotation.setFromEuler(euler.set(-pose.lean, -shown.heading / 100, pose.roll))
    figure.compose(
      position.set(shown.x / 100, Math.max(-0.4, pose.lift) + bob, shown.z / 100),
      rotation,
      scale.set(appearance.width, appearance.height, appearance.width),
    )
    placePart(0, 0.68, 0, 0, 0)
    put('body', appearance.bodyHue, 0.5)
    placePart(0, 1.5, 0, 0, 0)
    put(appearance.head, appearance.headHue, 0.62)
    placePart(-0.33, 1.12, 0, -pose.leftArm, -0.25)
    put('arm', appearance.bodyHue, 0.42)
    placePart(0.33, 1.12, 0, -pose.rightArm, 0.25)
    put('arm', appearance.bodyHue, 0.42)
  }

  return {
    object: parts.object,
    update(guests: Iterable<ShownGuest>, nowMs: number): void {
      parts.clear()
      for (const guest of guests) draw(guest, nowMs)
      parts.show()
    },
    dispose: parts.dispose,
  }
}
