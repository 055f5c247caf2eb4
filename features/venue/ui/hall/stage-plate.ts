import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Points,
  PointsMaterial,
  ShaderMaterial,
  SRGBColorSpace,
  type Texture,
} from 'three'
import { createPlate, type LivePlate } from '#ui/audio/live-figure-motion.ts'
import { figureOf } from '#shared/chladni.ts'
import { stageCentre } from '#features/venue/hall/hall-rules.ts'
import { bakeLight } from './baked-light.ts'

const side = 9
const height = 0.6
const grainCounts = { full: 3_600, simple: 900 }
/** The plate is tilted towards the audience, so that its figure is visible from the floor. */
const slope = 0.24
const texturePixels = 512

// The plate oscillates in the modes of its figure; nodal lines stay still, and the artwork is visible between them.
const vertexShader = `
  uniform float swing, phase, m, n;
  varying vec2 place;
  varying float field;
  void main() {
    place = uv;
    vec2 at = uv * 3.14159;
    field = cos(m * at.x) * cos(n * at.y) - cos(n * at.x) * cos(m * at.y);
    vec3 moved = position + vec3(0.0, 0.0, field * swing * 0.14 * sin(phase));
    gl_Position = projectionMatrix * modelViewMatrix * vec4(moved, 1.0);
  }`
const fragmentShader = `
  uniform sampler2D artwork;
  uniform float hasArtwork, glow;
  uniform vec3 sand;
  varying vec2 place;
  varying float field;
  void main() {
    vec3 ground = mix(vec3(0.03, 0.026, 0.022), texture2D(artwork, place).rgb * 0.5, hasArtwork);
    float line = 1.0 - smoothstep(0.0, 0.22, abs(field));
    gl_FragColor = vec4(ground + sand * line * (0.05 + 0.16 * glow), 1.0);
    #include <colorspace_fragment>
  }`

/**
 * Creates the stage: a plate with sand that moves with the levels of the audio, and the artwork on it and on a screen
 * behind it.
 *
 * @param options.isSimple Whether it has less sand and a coarser plate, for devices without a graphics card.
 */
export function createStagePlate({ isSimple }: { isSimple: boolean }) {
  const grains = isSimple ? grainCounts.simple : grainCounts.full
  const segments = isSimple ? 24 : 64
  const group = new Group()
  group.position.set(stageCentre.x / 100, 0, stageCentre.z / 100)
  const baseShape = new BoxGeometry(side + 0.6, 0.3, side + 0.6)
  const base = new Mesh(
    isSimple ? bakeLight(baseShape) : baseShape,
    isSimple
      ? new MeshBasicMaterial({ color: 0x3a3027, vertexColors: true })
      : new MeshLambertMaterial({ color: 0x3a3027 }),
  )
  base.position.y = -0.2
  // Everything on the stage is tilted with it.
  const deck = new Group()
  deck.position.y = height + (Math.sin(slope) * side) / 2
  deck.rotation.x = slope

  const uniforms = {
    swing: { value: 0 },
    phase: { value: 0 },
    glow: { value: 0 },
    m: { value: 3 },
    n: { value: 5 },
    artwork: { value: undefined as Texture | undefined },
    hasArtwork: { value: 0 },
    sand: { value: new Color(0xf0e9dc) },
  }
  const plate = new Mesh(
    new PlaneGeometry(side, side, segments, segments),
    new ShaderMaterial({ uniforms, vertexShader, fragmentShader }),
  )
  plate.rotation.x = -Math.PI / 2

  const screenMaterial = new MeshBasicMaterial({ color: 0x14110e })
  const screen = new Mesh(new PlaneGeometry(side, side), screenMaterial)
  screen.position.set(0, 7.4, -side / 2 - 1.4)

  const positions = new BufferAttribute(new Float32Array(grains * 3), 3).setUsage(DynamicDrawUsage)
  const sandGeometry = new BufferGeometry()
  sandGeometry.setAttribute('position', positions)
  const sandMaterial = new PointsMaterial({
    size: 0.055,
    color: 0xe9dfcd,
    transparent: true,
    opacity: 0.8,
    depthWrite: false,
  })
  const sand = new Points(sandGeometry, sandMaterial)
  // The same grains again, upright on the screen.
  const mirrored = new Points(sandGeometry, sandMaterial)
  mirrored.rotation.x = Math.PI / 2
  mirrored.position.copy(screen.position)
  sand.frustumCulled = mirrored.frustumCulled = false
  deck.add(base, plate, sand)
  group.add(deck, screen)
  if (!isSimple) group.add(mirrored)

  let live: LivePlate | undefined
  let shownFigure: string | undefined
  let shownArt: string | undefined

  function placeSand(loudness: number): void {
    if (!live) return
    const { array } = positions
    for (let grain = 0; grain < grains; grain += 1) {
      array[grain * 3] = (live.positions[grain * 2]! - 0.5) * side
      // The jump height of a grain depends on its index, which looks random and costs nothing.
      array[grain * 3 + 1] = 0.06 + loudness * 0.35 * ((grain * 0.618) % 1) ** 4
      array[grain * 3 + 2] = (live.positions[grain * 2 + 1]! - 0.5) * side
    }
    positions.needsUpdate = true
  }

  function showArtwork(address: string): void {
    const image = new Image()
    image.addEventListener('load', () => {
      if (shownArt !== address) return
      const texture = textureOf(image)
      uniforms.artwork.value?.dispose()
      uniforms.artwork.value = texture
      uniforms.hasArtwork.value = 1
      screenMaterial.map = texture
      screenMaterial.color.set(0x6f6b64)
      screenMaterial.needsUpdate = true
    })
    // Without artwork, the plate shows only its lines.
    image.src = address
  }

  return {
    group,
    /** Hue of the figure, 0–359. */
    hue: () => live?.hue ?? 60,
    /** Shows a figure and an artwork; unchanged ones cost nothing. */
    show(figure: string, art: string): void {
      if (figure !== shownFigure) {
        shownFigure = figure
        live = createPlate(figure, grains)
        const { m, n } = figureOf(figure).modes[0]!
        uniforms.m.value = m
        uniforms.n.value = n
        placeSand(0)
      }
      if (art && art !== shownArt) {
        shownArt = art
        showArtwork(art)
      }
    },
    /** Moves the sand by one frame. @param brightness Calm loudness, 0…1. */
    shake(levels: Uint8Array | undefined, brightness: number, seconds: number): void {
      uniforms.phase.value += seconds * 9
      uniforms.swing.value = brightness
      uniforms.glow.value = brightness
      if (live?.shake(levels)) placeSand(brightness)
    },
    dispose(): void {
      uniforms.artwork.value?.dispose()
      for (const { geometry, material } of [base, plate, screen, sand]) {
        geometry.dispose()
        material.dispose()
      }
    },
  }
}

/** Draws an artwork onto a background, because generated artwork is transparent where there is no sand. */
function textureOf(image: HTMLImageElement): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = texturePixels
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#14110e'
    context.fillRect(0, 0, texturePixels, texturePixels)
    const cut = Math.min(image.naturalWidth, image.naturalHeight)
    const [left, top] = [(image.naturalWidth - cut) / 2, (image.naturalHeight - cut) / 2]
    context.drawImage(image, left, top, cut, cut, 0, 0, texturePixels, texturePixels)
  }
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  return texture
}
