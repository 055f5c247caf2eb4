import { hashOf, randomFrom } from '#shared/chladni-random.ts'

/** Head shapes of guests. */
export const headShapes = ['sphere', 'box', 'cone', 'gem'] as const

/** Generated figure of a guest; hues are 0–359, sizes are factors around 1. */
export type GuestAppearance = {
  head: (typeof headShapes)[number]
  bodyHue: number
  headHue: number
  height: number
  width: number
}

/** Returns the figure of a guest, determined by the id. */
export function appearanceOf(id: string): GuestAppearance {
  const random = randomFrom(hashOf(`figure:${id}`))
  const bodyHue = Math.floor(random() * 360)
  return {
    head: headShapes[Math.floor(random() * headShapes.length)]!,
    bodyHue,
    // Far enough from the body to be told apart from a distance.
    headHue: (bodyHue + 60 + Math.floor(random() * 240)) % 360,
    height: 0.85 + random() * 0.3,
    width: 0.85 + random() * 0.35,
  }
}
