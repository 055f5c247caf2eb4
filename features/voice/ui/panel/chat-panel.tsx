import { Volume2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { useStore } from 'zustand'
import { Button } from '#ui/button.tsx'
import { DialogClose, openDialog, useCloseOnNavigation } from '#ui/dialog.tsx'
import type { VoiceKind } from '#features/voice/contract.ts'
import { createConversation, type Conversation } from '../call/conversation.ts'
import type { ConversationView } from '../call/conversation-view.ts'
import { CallBar } from './call-bar.tsx'
import { Composer } from './composer.tsx'
import { Examples } from './examples.tsx'
import { StartCard } from './start-card.tsx'
import type { Entry } from '../call/transcript.ts'
import { ActionCard } from './action-card.tsx'

const dialogId = 'voice-panel'

/** Clicking outside closes the panel where the browser supports it; React's types lack the attribute. */
const lightDismiss: Record<string, string> = { closedby: 'any' }

/**
 * Side panel of a conversation. Closing it ends the call. The transcript stays until the visitor leaves the page.
 *
 * @param writer Provider of the language model that writes typed answers.
 * @param openCount Incremented each time the panel is opened.
 */
export function ChatPanel(props: {
  slug: string
  name: string
  kind: VoiceKind
  writer: string | undefined
  openCount: number
}) {
  const { slug, name, kind, writer, openCount } = props
  const t = useTranslations('voice.panel')
  const locale = useLocale()
  const [conversation] = useState(() => createConversation({ slug, kind, locale }))
  const view = useStore(conversation)
  useEffect(() => conversation.attach(), [conversation])
  useEffect(() => openDialog(dialogId), [openCount])
  useCloseOnNavigation(dialogId, useLocation().key)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The focused button may have been removed with its part of the panel.
    const dialog = heading.current?.closest('dialog')
    if (dialog?.open && (!dialog.contains(document.activeElement) || document.activeElement === dialog))
      heading.current?.focus()
  }, [view.phase])

  return (
    <dialog
      id={dialogId}
      aria-labelledby={`${dialogId}-title`}
      data-side="right"
      data-phase={view.phase}
      onClose={conversation.end}
      {...lightDismiss}
      className="fixed inset-y-0 right-0 left-auto m-0 ml-auto h-dvh max-h-none w-full max-w-lg flex-col border-l border-groove bg-plate-raised p-0 text-sand backdrop:bg-plate/80 open:flex"
    >
      <header className="flex items-start justify-between gap-6 border-b border-groove p-5 md:px-6">
        <div className="flex flex-col gap-1.5">
          <p className="label text-dust">{view.phase === 'talking' ? t('kickerTalking') : t('kicker')}</p>
          <h2 ref={heading} id={`${dialogId}-title`} tabIndex={-1} className="title">
            {t('talkTo', { name })}
          </h2>
        </div>
        <DialogClose for={dialogId} aria-label={t('close')} className="size-11 shrink-0 !p-0">
          <X size={18} />
        </DialogClose>
      </header>
      {view.phase === 'card' || view.phase === 'asking' || view.phase === 'connecting' ? (
        <StartCard name={name} kind={kind} writer={writer} view={view} conversation={conversation} />
      ) : (
        <>
          <CallBar slug={slug} name={name} kind={kind} view={view} conversation={conversation} />
          <Transcript
            name={name}
            view={view}
            onSend={conversation.send}
            onHear={kind === 'built-in' ? conversation.hear : undefined}
          />
          <Composer name={name} view={view} conversation={conversation} />
        </>
      )}
    </dialog>
  )
}

/** Transcript of the conversation, the newest entry last. @param onHear Speaks an answer again. */
function Transcript({
  name,
  view,
  onSend,
  onHear,
}: {
  name: string
  view: ConversationView
  onSend: Conversation['send']
  onHear: Conversation['hear'] | undefined
}) {
  const t = useTranslations('voice.panel')
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Some browsers return a promise, which is not a cleanup function.
    foot.current?.scrollIntoView({ block: 'end' })
  }, [view.entries.length, view.isWaiting])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
    <div role="log" aria-label={t('conversation')} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto p-5 md:p-6">
      {view.entries.length === 0 ? (
        view.phase === 'talking' ? (
          <p className="text-dust">{t('saySomething')}</p>
        ) : (
          <Examples name={name} isWaiting={view.isWaiting} onSend={onSend} />
        )
      ) : null}
      <ol className="flex flex-col gap-5">
        {view.entries.map((entry) => (
          <li key={entry.id}>
            <TranscriptEntry entry={entry} name={name} isTalking={view.phase === 'talking'} onHear={onHear} />
          </li>
        ))}
      </ol>
      {view.isWaiting ? <p className="mt-5 text-dust">{t('waiting')}</p> : null}
      <div ref={foot} />
    </div>
  )
}

function TranscriptEntry(props: {
  entry: Entry
  name: string
  isTalking: boolean
  onHear: Conversation['hear'] | undefined
}) {
  const { entry, name, isTalking, onHear } = props
  const t = useTranslations('voice')
  if (entry.note)
    return <p className="border-y border-groove py-2.5 text-small text-dust">{t(`notes.${entry.note}`, { name })}</p>
  const speaker =
    entry.from === 'you' ? t('panel.you') : entry.from === 'agent' ? name : t('panel.builtInSpeaker', { name })
  return (
    <div className="flex flex-col gap-2">
      <p className="label text-dust">{speaker}</p>
      {entry.text ? <p className="measure [overflow-wrap:anywhere] whitespace-pre-line">{entry.text}</p> : null}
      {entry.sources.length > 0 ? (
        <p className="flex flex-wrap gap-x-4 text-small text-dust">
          <span className="inline-flex min-h-11 items-center">{t('panel.sources')}</span>
          {entry.sources.map(({ label, href }) => (
            <Link
              key={label + href}
              to={href}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-sand"
            >
              {label}
            </Link>
          ))}
        </p>
      ) : null}
      {entry.from === 'persona' && onHear ? (
        <Button variant="bare" className="self-start" onClick={() => onHear(entry)}>
          <Volume2 size={16} />
          {t('panel.readAloud')}
        </Button>
      ) : null}
      {entry.actions.map((action, index) => (
        <ActionCard key={action.label} action={action} isAsked={entry.isAsked && index === 0} isTalking={isTalking} />
      ))}
    </div>
  )
}
