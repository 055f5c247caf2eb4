import { createContext, type ReactNode, useContext } from 'react'

/** Renders the button or the section that opens a conversation with an artist. */
type DrawVoice = (artist: { slug: string; name: string }, place: 'button' | 'section') => ReactNode

/** Context of the voice persona, provided by app/artist-frame.tsx because features do not import each other. */
export const ArtistVoice = createContext<DrawVoice>(() => null)

/** Returns the renderer from the context. */
export function useArtistVoice(): DrawVoice {
  return useContext(ArtistVoice)
}
