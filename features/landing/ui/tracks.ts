/** What stands on the two sides of the landing page, in the order it is read; `id` is where it begins. */
export const tracks = {
  ecosystem: { side: 'A1', title: 'Ecosystem', id: 'ecosystem' },
  timeline: { side: 'A2', title: 'Timeline', id: 'timeline' },
  virtualWorld: { side: 'B1', title: 'Virtual World', id: 'virtual-world' },
  tokens: { side: 'B2', title: 'Tokens', id: 'tokens' },
  audiobook: { side: 'B3', title: 'Audiobook', id: 'audiobook' },
  roster: { side: 'B4', title: 'Swade Fam', id: 'roster' },
  newsletter: { side: 'B5', title: 'Newsletter', id: 'newsletter' },
} as const

/** All of them, by name. */
export type Tracks = typeof tracks

/** How a section names itself in the margin. */
export function marginLabel({ side, title }: Tracks[keyof Tracks]): string {
  return `${side} ${title}`
}
