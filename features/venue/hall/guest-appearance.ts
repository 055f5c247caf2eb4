import { hashOf, randomFrom } from '#shared/chladni-random.ts'

/** Head shapes of guests. */
export const headShapes = ['sphere', 'box', 'cone', 'gem'] as const

/** Generated appearance of a guest; hues are 0–359, sizes are factors around 1. */
export type GuestAppearance = {
  head: (typeof headShapes)[number]
  bodyHue: number
  headHue: number
  height: number
  width: number
}

/** Returns the appearance of a guest, which is determined by the id. */
export function appearanceOf(id: string): GuestAppearance {
  const random = randomFrom(hashOf(`figure:${id}`))
  const bodyHue = Math.floor(random() * 360)
  return {
    head: headShapes[Math.floor(random() * headShapes.length)]!,
    bodyHue,
    // Different enough from the body's hue to be distinguished from a distance.
    headHue: (bodyHue + 60 + Math.floor(random() * 240)) % 360,
    height: 0.85 + random() * 0.3,
    width: 0.85 + random() * 0.35,
  }
}
