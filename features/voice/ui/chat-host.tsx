import { lazy, Suspense, useEffect, useState } from 'react'
import type { VoiceKind } from '#features/voice/contract.ts'
import { openChatEvent } from '#features/voice/constants.ts'
import { RotateCw } from 'lucide-react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { Dialog, openDialog, useCloseOnNavigation } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'

const dialogId = 'voice-panel'

/**
 * Message if the script of the panel could not be loaded. Browsers cache a failed import, so retrying reloads the page.
 */
function ChatUnavailable({ name, openCount }: { name: string; openCount: number }) {
  const t = useTranslations('voice')
  useEffect(() => openDialog(dialogId), [openCount])
  useCloseOnNavigation(dialogId, useLocation().key)
  return (
    <Dialog
      id={dialogId}
      title={t('panel.talkTo', { name })}
      kicker={t('panel.kicker')}
      actions={
        <Button variant="primary" onClick={() => location.reload()}>
          <RotateCw size={16} />
          {t('panel.retry')}
        </Button>
      }
    >
      <FieldError>{t('problems.widget-failed')}</FieldError>
    </Dialog>
  )
}

// Offline or after a deploy, the script may be missing; only the panel fails then, not the page.
const ChatPanel = lazy(() =>
  import('./panel/chat-panel.tsx').then(
    (loaded) => ({ default: loaded.ChatPanel }),
    () => ({ default: ChatUnavailable }),
  ),
)

/** Loads and opens the panel on request. */
export function ChatHost(persona: { slug: string; name: string; kind: VoiceKind; writer: string | undefined }) {
  const [openCount, setOpenCount] = useState(0)
  useEffect(() => {
    const onOpen = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === persona.slug) setOpenCount((before) => before + 1)
    }
    addEventListener(openChatEvent, onOpen)
    return () => removeEventListener(openChatEvent, onOpen)
  }, [persona.slug])
  return openCount > 0 ? (
    <Suspense>
      <ChatPanel {...persona} openCount={openCount} />
    </Suspense>
  ) : null
}
