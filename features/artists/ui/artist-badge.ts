import { createContext, type ReactNode, useContext } from 'react'

/** Renders a badge of another feature on an artist's image; `className` positions it. */
type DrawBadge = (slug: string, className: string) => ReactNode

/** Context of the badge, provided by app/root.tsx because features do not import each other. */
export const ArtistBadge = createContext<DrawBadge>(() => null)

/** Returns the renderer from the context. */
export function useArtistBadge(): DrawBadge {
  return useContext(ArtistBadge)
}
