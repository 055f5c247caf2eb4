import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Euler,
  Group,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  OctahedronGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three'
import { appearanceOf, type GuestAppearance, headShapes } from '#features/venue/hall/guest-appearance.ts'
import { hallCapacity } from '#features/venue/hall/hall-rules.ts'
import { poseOf } from './gesture-pose.ts'
import type { ShownGuest } from './hall-client.ts'

/** Two full halls may briefly be shown as one. */
const maxFigures = hallCapacity * 2

/**
 * Creates the figures of all guests, each with a body, a head of one of four shapes and two arms, in six draw calls for
 * any number of guests.
 *
 * @param options.isSimple Whether the shapes have fewer sides, for devices without a graphics card.
 */
export function createGuestFigures({ isSimple }: { isSimple: boolean }) {
  const group = new Group()
  const material = new MeshLambertMaterial()
  const instanced = (geometry: BufferGeometry, count: number) => {
    const mesh = new InstancedMesh(geometry, material, count)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.frustumCulled = false
    mesh.count = 0
    group.add(mesh)
    return mesh
  }
  const bodies = instanced(
    isSimple ? new CapsuleGeometry(0.27, 0.75, 2, 6) : new CapsuleGeometry(0.27, 0.75, 4, 12),
    maxFigures,
  )
  const arm = isSimple ? new CylinderGeometry(0.07, 0.07, 0.6, 4) : new CapsuleGeometry(0.07, 0.5, 3, 8)
  const arms = instanced(arm.translate(0, -0.28, 0), maxFigures * 2)
  const heads: Record<GuestAppearance['head'], InstancedMesh> = {
    sphere: instanced(isSimple ? new SphereGeometry(0.24, 8, 6) : new SphereGeometry(0.24, 16, 12), maxFigures),
    box: instanced(new BoxGeometry(0.4, 0.4, 0.4), maxFigures),
    cone: instanced(new ConeGeometry(0.28, 0.5, isSimple ? 8 : 16), maxFigures),
    gem: instanced(new OctahedronGeometry(0.3), maxFigures),
  }
  const appearances = new Map<string, GuestAppearance>()
  const colour = new Color()
  const figure = new Matrix4()
  const part = new Matrix4()
  const rotation = new Quaternion()
  const euler = new Euler(0, 0, 0, 'YXZ')
  const position = new Vector3()
  const scale = new Vector3()

  function put(mesh: InstancedMesh, hue: number, lightness: number): void {
    const index = mesh.count
    if (index >= mesh.instanceMatrix.count) return
    mesh.setMatrixAt(index, part)
    mesh.setColorAt(index, colour.setHSL(hue / 360, 0.5, lightness))
    mesh.count = index + 1
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
    put(bodies, appearance.bodyHue, 0.5)
    placePart(0, 1.5, 0, 0, 0)
    put(heads[appearance.head], appearance.headHue, 0.62)
    placePart(-0.33, 1.12, 0, -pose.leftArm, -0.25)
    put(arms, appearance.bodyHue, 0.42)
    placePart(0.33, 1.12, 0, -pose.rightArm, 0.25)
    put(arms, appearance.bodyHue, 0.42)
  }

  return {
    group,
    update(guests: Iterable<ShownGuest>, nowMs: number): void {
      const meshes = [bodies, arms, ...headShapes.map((shape) => heads[shape])]
      for (const mesh of meshes) mesh.count = 0
      for (const guest of guests) draw(guest, nowMs)
      for (const mesh of meshes) {
        mesh.visible = mesh.count > 0
        mesh.instanceMatrix.needsUpdate = true
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true
      }
    },
    dispose(): void {
      for (const mesh of [bodies, arms, ...Object.values(heads)]) {
        mesh.geometry.dispose()
        mesh.dispose()
      }
      material.dispose()
    },
  }
}
