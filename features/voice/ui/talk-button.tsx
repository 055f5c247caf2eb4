import { AudioLines } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { openChatEvent } from '#features/voice/constants.ts'

/** Button that opens the panel from anywhere on the page. */
export function TalkButton({ slug, name, variant }: { slug: string; name: string; variant?: ButtonVariant }) {
  const t = useTranslations('voice.section')
  return (
    <Button
      {...(variant ? { variant } : {})}
      aria-haspopup="dialog"
      className="noscript:hidden"
      onClick={() => dispatchEvent(new CustomEvent(openChatEvent, { detail: slug }))}
    >
      <AudioLines size={16} />
      {t('talkTo', { name })}
    </Button>
  )
}
