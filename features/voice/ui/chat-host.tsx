import { lazy, Suspense, useEffect, useState } from 'react'
import type { VoiceKind } from '#features/voice/contract.ts'
import { openChatEvent } from '#features/voice/terms.ts'
import { ChatUnavailable } from './chat-unavailable.tsx'

// Without a network, or after the site was renewed, the script may not be there: that is the panel's trouble and not the page's.
const ChatPanel = lazy(() =>
  import('./panel/chat-panel.tsx').then(
    (loaded) => ({ default: loaded.ChatPanel }),
    () => ({ default: ChatUnavailable }),
  ),
)

/** Waits for somebody to ask for the panel; before that nothing of it is loaded. */
export function ChatHost(persona: { slug: string; name: string; kind: VoiceKind; writer: string | undefined }) {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const onOpen = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === persona.slug) setAsked((before) => before + 1)
    }
    addEventListener(openChatEvent, onOpen)
    return () => removeEventListener(openChatEvent, onOpen)
  }, [persona.slug])
  return asked > 0 ? (
    <Suspense>
      <ChatPanel {...persona} asked={asked} />
    </Suspense>
  ) : null
}
