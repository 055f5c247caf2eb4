import { createContext, type ReactNode, useContext } from 'react'

/** Draws the way into a conversation with an artist: the profile's button, or its section. */
type DrawVoice = (artist: { slug: string; name: string }, place: 'button' | 'section') => ReactNode

/** The place for it: app/artist-frame.tsx hangs it up where somebody answers, because rooms do not know each other. */
export const ArtistVoice = createContext<DrawVoice>(() => null)

/** Draws what hangs there. */
export function useArtistVoice(): DrawVoice {
  return useContext(ArtistVoice)
}
