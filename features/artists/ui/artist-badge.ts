import { createContext, type ReactNode, useContext } from 'react'

/** Draws a small sign of another room on an artist's picture; `className` places it. */
type DrawBadge = (slug: string, className: string) => ReactNode

/** The place for that sign: app/root.tsx hangs one up, because rooms do not know each other. */
export const ArtistBadge = createContext<DrawBadge>(() => null)

/** Draws what hangs there. */
export function useArtistBadge(): DrawBadge {
  return useContext(ArtistBadge)
}
