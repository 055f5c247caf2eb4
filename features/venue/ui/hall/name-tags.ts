import { type PerspectiveCamera, Vector3 } from 'three'
import type { ShownGuest } from './hall-client.ts'

const maxTags = 14
const visibleMetres = 14

/**
 * Creates the names above the guests nearest to the camera, as HTML text, which is sharper than text in the image. It
 * is hidden from screen readers, which have the list of people.
 */
export function createNameTags(layer: HTMLElement) {
  const tags = Array.from({ length: maxTags }, () => {
    const tag = document.createElement('span')
    tag.className = 'absolute left-0 top-0 label bg-plate/80 px-1.5 py-0.5 text-sand whitespace-nowrap'
    tag.hidden = true
    // Moving a tag must not paint the others again.
    tag.style.willChange = 'transform'
    layer.append(tag)
    return tag
  })
  const point = new Vector3()

  return {
    update(guests: Iterable<ShownGuest>, ownId: string | undefined, camera: PerspectiveCamera): void {
      const { clientWidth: width, clientHeight: height } = layer
      const shown = [...guests]
        .filter(({ id }) => id !== ownId)
        .map((guest) => {
          point.set(guest.shown.x / 100, 2.25, guest.shown.z / 100)
          const metres = point.distanceTo(camera.position)
          point.project(camera)
          return { name: guest.name, metres, x: point.x, y: point.y, isAhead: point.z < 1 }
        })
        .filter(({ metres, isAhead, x }) => isAhead && metres < visibleMetres && Math.abs(x) < 1.1)
        .toSorted((one, other) => one.metres - other.metres)
      tags.forEach((tag, index) => {
        const guest = shown[index]
        tag.hidden = !guest
        if (!guest) return
        if (tag.textContent !== guest.name) tag.textContent = guest.name
        const left = ((guest.x + 1) / 2) * width
        const top = ((1 - guest.y) / 2) * height
        tag.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) translate(-50%, -100%)`
      })
    },
    dispose(): void {
      for (const tag of tags) tag.remove()
    },
  }
}
