import { AudioLines } from 'lucide-react'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { openChatEvent } from '#features/voice/constants.ts'

/** Opens the conversation's panel from wherever on the page it stands. */
export function TalkButton({ slug, name, variant }: { slug: string; name: string; variant?: ButtonVariant }) {
  return (
    <Button
      {...(variant ? { variant } : {})}
      aria-haspopup="dialog"
      className="noscript:hidden"
      onClick={() => dispatchEvent(new CustomEvent(openChatEvent, { detail: slug }))}
    >
      <AudioLines size={16} strokeWidth={1.5} aria-hidden="true" />
      Talk to {name}
    </Button>
  )
}
