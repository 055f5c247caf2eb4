import {
  AdditiveBlending,
  BufferGeometry,
  Color,
  ConeGeometry,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  FogExp2,
  Group,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  PointLight,
  Points,
  PointsMaterial,
} from 'three'
import { randomFrom } from '#shared/chladni-random.ts'
import { stageCentre } from '#features/venue/hall/hall-rules.ts'
import { airColour, createGround, createSimpleGround } from './ground.ts'

const beamCount = 5

/**
 * Creates the space around the stage: floor, rows of benches, light beams, dust and fog.
 *
 * @param options.isSimple Whether the shapes have fewer sides, for devices without a graphics card.
 */
export function createVenueSpace({ isSimple }: { isSimple: boolean }) {
  const group = new Group()
  const centre = { x: stageCentre.x / 100, z: stageCentre.z / 100 }
  const ground = isSimple ? createSimpleGround() : createGround()
  const beams = new InstancedMesh(
    isSimple ? createFlatBeam() : createBeam(),
    new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity: 0.05,
      blending: AdditiveBlending,
      depthWrite: false,
      side: DoubleSide,
      fog: false,
    }),
    beamCount,
  )
  const beam = beams.material as MeshBasicMaterial
  const dust = createDust()
  const hemisphere = new HemisphereLight(0xe8dcc8, 0x3a2f26, 1.3)
  const front = new DirectionalLight(0xfff2dd, 1.4)
  front.position.set(6, 12, 18)
  const stageLight = new PointLight(0xff9a4d, 30, 26, 1.6)
  stageLight.position.set(centre.x, 3.2, centre.z + 1)
  group.add(ground.object, beams)
  if (!isSimple) group.add(dust, hemisphere, front, stageLight)

  const matrix = new Matrix4()
  const tilt = new Matrix4()
  let seconds = 0

  return {
    group,
    /** Undefined in the simple space, whose floor fades by itself. */
    fog: isSimple ? undefined : new FogExp2(airColour, 0.028),
    /** Moves beams and dust. @param hue Hue of the figure on the plate. @param brightness Calm loudness, 0…1. */
    update(passedSeconds: number, hue: number, brightness: number): void {
      seconds += passedSeconds
      for (let index = 0; index < beamCount; index += 1) {
        const swing = Math.sin(seconds * 0.35 + index * 1.7)
        matrix.makeTranslation(centre.x + (index - (beamCount - 1) / 2) * 3.4, 13, centre.z - 1)
        tilt.makeRotationZ(0.28 * swing).multiply(new Matrix4().makeRotationX(-0.25 + 0.12 * swing))
        beams.setMatrixAt(index, matrix.multiply(tilt))
        beams.setColorAt(index, new Color().setHSL(((hue + index * 24) % 360) / 360, 0.6, 0.6))
      }
      beams.instanceMatrix.needsUpdate = true
      if (beams.instanceColor) beams.instanceColor.needsUpdate = true
      beam.opacity = 0.1 + 0.12 * brightness
      stageLight.color.setHSL(hue / 360, 0.5, 0.6)
      stageLight.intensity = 18 + 50 * brightness
      dust.rotation.y = seconds * 0.01
    },
    dispose(): void {
      for (const { geometry, material } of [beams, dust]) {
        geometry.dispose()
        ;[material].flat().forEach((one) => one.dispose())
      }
      ground.dispose()
      beams.dispose()
    },
  }
}

const beamLength = 12
const beamRadius = 1.5

/** A cone of light that fades downwards from the lamp at its tip. */
function createBeam(): BufferGeometry {
  const cone = new ConeGeometry(beamRadius, beamLength, 24, 6, true).translate(0, -beamLength / 2, 0)
  const heights = cone.getAttribute('position')
  const colours = Array.from({ length: heights.count }, (_, index) => {
    const share = Math.max(0, 1 + heights.getY(index) / beamLength) ** 1.5
    return [share, share, share]
  }).flat()
  return cone.setAttribute('color', new Float32BufferAttribute(colours, 3))
}

/** A triangle of light that faces the audience. */
function createFlatBeam(): BufferGeometry {
  const geometry = new BufferGeometry()
  const points = [0, 0, 0, -beamRadius, -beamLength, 0, beamRadius, -beamLength, 0]
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3))
  return geometry.setAttribute('color', new Float32BufferAttribute([2, 2, 2, 0, 0, 0, 0, 0, 0], 3))
}

function createDust(): Points<BufferGeometry, PointsMaterial> {
  const random = randomFrom(20)
  const points = Array.from({ length: 260 }, () => [
    (random() - 0.5) * 36,
    0.4 + random() * 7,
    (random() - 0.5) * 36 + 2,
  ]).flat()
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3))
  return new Points(
    geometry,
    new PointsMaterial({ size: 0.04, color: 0xd9c7ac, transparent: true, opacity: 0.35, depthWrite: false }),
  )
}
