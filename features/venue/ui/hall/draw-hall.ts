import { Color, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three'
import type { HallClient } from './hall-client.ts'
import type { StageSound } from './stage-sound.ts'
import { followCalmly, loudnessOf } from './calm-light.ts'
import { drawsInSoftware } from './device.ts'
import { createGuestFigures } from './guest-figures.ts'
import { createNameTags } from './name-tags.ts'
import { createStagePlate } from './stage-plate.ts'
import { airColour } from './ground.ts'
import { createVenueSpace } from './venue-space.ts'

/** Dependencies of the drawing. */
export type DrawHallDeps = {
  canvas: HTMLCanvasElement
  /** Element over the canvas for the names of guests. */
  tagLayer: HTMLElement
  client: HallClient
  sound: StageSound
  /** Called when the graphics context is lost permanently. */
  onLost: () => void
}

const maxPixelRatio = 1.5
const minPixelRatios = { full: 0.6, simple: 0.5 }
/** Average duration of a frame above which the resolution is lowered, in milliseconds. */
const slowFrameMs = 24
const dragPerPixel = 0.005

/**
 * Draws the hall until it is stopped. It pauses while it is off screen or in a hidden tab, and lowers the resolution on
 * slow devices. Without a graphics card it draws simpler shapes.
 *
 * @returns A function that stops it and releases the graphics memory.
 * @throws Error if the browser cannot draw.
 */
export function drawHall({ canvas, tagLayer, client, sound, onLost }: DrawHallDeps): () => void {
  const isSimple = drawsInSoftware()
  const minPixelRatio = isSimple ? minPixelRatios.simple : minPixelRatios.full
  const renderer = new WebGLRenderer({
    canvas,
    antialias: devicePixelRatio < 2 && !isSimple,
    powerPreference: 'low-power',
  })
  // Smoothing the enlarged image would cost the processor as much as a third of an empty frame.
  if (isSimple) canvas.style.imageRendering = 'pixelated'
  const scene = new Scene()
  const camera = new PerspectiveCamera(58, 1, 0.1, 80)
  const space = createVenueSpace({ isSimple })
  const plate = createStagePlate({ isSimple })
  const figures = createGuestFigures({ isSimple })
  const tags = createNameTags(tagLayer)
  scene.background = new Color(airColour)
  scene.fog = space.fog ?? null
  scene.add(space.group, plate.group, figures.object)

  let pixelRatio = isSimple ? minPixelRatio : Math.min(maxPixelRatio, devicePixelRatio)
  let isOnScreen = true
  let request = 0
  let lastMs = performance.now()
  let measuredAtMs = lastMs
  let frames = 0
  let brightness = 0
  /** Angles by which the visitor has turned the view away from the walking direction. */
  const view = { yaw: 0, pitch: 0 }
  let cameraHeading: number | undefined

  function resize(): void {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || clientHeight === 0) return
    renderer.setPixelRatio(pixelRatio)
    renderer.setSize(clientWidth, clientHeight, false)
    camera.aspect = clientWidth / clientHeight
    // A narrow screen needs a wider angle to show the stage.
    camera.fov = camera.aspect < 1 ? 72 : 58
    camera.updateProjectionMatrix()
  }

  function placeCamera(seconds: number): void {
    const me = client.own()
    const at = me?.shown ?? { x: 0, z: 1500, heading: 0 }
    const heading = at.heading / 100
    cameraHeading ??= heading
    // The camera follows a turn smoothly.
    const difference = Math.atan2(Math.sin(heading - cameraHeading), Math.cos(heading - cameraHeading))
    cameraHeading += difference * (1 - Math.exp(-seconds / 0.25))
    const angle = cameraHeading + view.yaw
    const [x, z] = [at.x / 100, at.z / 100]
    camera.position.set(x - Math.sin(angle) * 5, 3.4 + view.pitch * 2, z + Math.cos(angle) * 5)
    camera.lookAt(x + Math.sin(angle) * 4, 2.1 - view.pitch, z - Math.cos(angle) * 4)
  }

  function measure(nowMs: number): void {
    frames += 1
    const passedMs = nowMs - measuredAtMs
    if (passedMs < 1_000) return
    const frameMs = passedMs / frames
    const { calls, triangles } = renderer.info.render
    Object.assign(canvas.dataset, { calls, triangles, frameMs: frameMs.toFixed(1) })
    frames = 0
    measuredAtMs = nowMs
    if (frameMs > slowFrameMs && pixelRatio > minPixelRatio) {
      pixelRatio = Math.max(minPixelRatio, pixelRatio * 0.8)
      resize()
    }
  }

  function draw(nowMs: number): void {
    request = requestAnimationFrame(draw)
    const seconds = Math.min(0.25, Math.max(0, (nowMs - lastMs) / 1000))
    lastMs = nowMs
    client.advance(seconds)
    const stage = sound.heardStage()
    if (stage) plate.show(stage.figure, stage.art)
    const levels = sound.readLevels()
    brightness = followCalmly(brightness, loudnessOf(levels) * 1.4, seconds)
    plate.shake(levels, brightness, seconds)
    space.update(seconds, plate.hue(), brightness)
    figures.update(client.guests.values(), performance.now())
    placeCamera(seconds)
    renderer.render(scene, camera)
    tags.update(client.guests.values(), client.view.getState().id, camera)
    measure(nowMs)
  }

  function start(): void {
    cancelAnimationFrame(request)
    if (!isOnScreen || document.hidden) return
    lastMs = measuredAtMs = performance.now()
    frames = 0
    request = requestAnimationFrame(draw)
  }

  const resizes = new ResizeObserver(resize)
  const visibility = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)!.isIntersecting
    start()
  })
  const endPointer = followPointer(canvas, {
    drag(byX, byY) {
      view.yaw -= byX * dragPerPixel
      view.pitch = Math.min(1.2, Math.max(-0.6, view.pitch + byY * dragPerPixel))
    },
    tap(x, y) {
      const place = floorAt(camera, x, y)
      if (!place) return
      client.walkTo({ x: place.x * 100, z: place.z * 100 })
      view.yaw = 0
    },
  })
  const onContextLost = (event: Event) => {
    event.preventDefault()
    onLost()
  }
  canvas.addEventListener('webglcontextlost', onContextLost)
  document.addEventListener('visibilitychange', start)
  resizes.observe(canvas)
  visibility.observe(canvas)
  resize()
  start()

  return () => {
    cancelAnimationFrame(request)
    resizes.disconnect()
    visibility.disconnect()
    endPointer()
    canvas.removeEventListener('webglcontextlost', onContextLost)
    document.removeEventListener('visibilitychange', start)
    for (const part of [space, plate, figures, tags]) part.dispose()
    renderer.dispose()
  }
}

const ground = new Plane(new Vector3(0, 1, 0), 0)

/** Returns the point of the floor at a point of the canvas, -1 to 1 on each axis; undefined above the horizon. */
function floorAt(camera: PerspectiveCamera, x: number, y: number): Vector3 | undefined {
  const ray = new Raycaster()
  ray.setFromCamera(new Vector2(x, y), camera)
  return ray.ray.intersectPlane(ground, new Vector3()) ?? undefined
}

/** Distinguishes drags from taps, for mouse, touch and pen. */
function followPointer(
  canvas: HTMLCanvasElement,
  { drag, tap }: { drag(byX: number, byY: number): void; tap(x: number, y: number): void },
): () => void {
  let from: { x: number; y: number; id: number; hasMoved: boolean } | undefined
  const onDown = ({ clientX, clientY, pointerId, button }: PointerEvent) => {
    if (button !== 0) return
    from = { x: clientX, y: clientY, id: pointerId, hasMoved: false }
    canvas.setPointerCapture(pointerId)
  }
  const onMove = ({ clientX, clientY, pointerId }: PointerEvent) => {
    if (from?.id !== pointerId) return
    const [byX, byY] = [clientX - from.x, clientY - from.y]
    if (!from.hasMoved && Math.hypot(byX, byY) < 6) return
    drag(byX, byY)
    from = { ...from, x: clientX, y: clientY, hasMoved: true }
  }
  const onUp = ({ clientX, clientY, pointerId }: PointerEvent) => {
    if (from?.id !== pointerId) return
    const { left, top, width, height } = canvas.getBoundingClientRect()
    if (!from.hasMoved) tap(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2)
    from = undefined
  }
  const onCancel = () => (from = undefined)
  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onCancel }
  for (const [type, listener] of Object.entries(listeners)) canvas.addEventListener(type, listener as EventListener)
  return () => {
    for (const [type, listener] of Object.entries(listeners))
      canvas.removeEventListener(type, listener as EventListener)
  }
}
