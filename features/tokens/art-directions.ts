import type { ArtDirection } from '#shared/art-direction.ts'
import type { Token } from './contract.ts'

/** Art directions of both tokens, which look like two coins of one mint. */
const directions: Record<Token['symbol'], ArtDirection> = {
  SWDZ: { material: 'mercury', ground: '#4a3006', ink: '#ffe2a0', density: 'even', frame: 'circle' },
  SWDX: { material: 'mercury', ground: '#2c3138', ink: '#eef2f6', density: 'even', frame: 'circle' },
}

/** Returns the art direction of a figure; undefined if it is not that of a token. */
export function tokenArtDirection(figure: string): ArtDirection | undefined {
  return Object.entries(directions).find(([symbol]) => symbol.toLowerCase() === figure)?.[1]
}
