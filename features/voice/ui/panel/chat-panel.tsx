import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { DialogClose, openDialog, useCloseOnNavigation } from '#ui/dialog.tsx'
import type { VoiceKind } from '#features/voice/contract.ts'
import { createConversation } from '../call/conversation.ts'
import { CallBar } from './call-bar.tsx'
import { Composer } from './composer.tsx'
import { SaidSoFar } from './said-so-far.tsx'
import { StartCard } from './start-card.tsx'

const dialogId = 'voice-panel'

/** A press beside the panel closes it, where the browser knows how; React's types do not know it yet. */
const lightDismiss: Record<string, string> = { closedby: 'any' }

/**
 * The side panel of a conversation. Closing it ends the talk: nobody listens behind a panel that is not there. What was said stays until the page is left.
 *
 * @param writer Provider of the language model that words typed answers.
 * @param asked Rises each time somebody asks for it.
 */
export function ChatPanel(props: { slug: string; name: string; kind: VoiceKind; writer: string | undefined; asked: number }) {
  const { slug, name, kind, writer, asked } = props
  const [conversation] = useState(() => createConversation({ slug, name, kind }))
  const view = useStore(conversation)
  useEffect(() => conversation.attach(), [conversation])
  useEffect(() => openDialog(dialogId), [asked])
  useCloseOnNavigation(dialogId, useLocation().key)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // What was pressed may be gone with its part of the panel, and the focus with it.
    const dialog = heading.current?.closest('dialog')
    if (dialog?.open && (!dialog.contains(document.activeElement) || document.activeElement === dialog)) heading.current?.focus()
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
          <p className="label text-dust">{view.phase === 'talking' ? 'AI voice persona, not a person' : 'AI persona, not a person'}</p>
          <h2 ref={heading} id={`${dialogId}-title`} tabIndex={-1} className="title">
            Talk to {name}
          </h2>
        </div>
        <DialogClose for={dialogId} aria-label="Close" className="size-11 shrink-0 !p-0">
          <X size={18} strokeWidth={1.5} aria-hidden="true" />
        </DialogClose>
      </header>
      {view.phase === 'card' || view.phase === 'asking' || view.phase === 'connecting' ? (
        <StartCard name={name} kind={kind} writer={writer} view={view} conversation={conversation} />
      ) : (
        <>
          <CallBar slug={slug} name={name} kind={kind} view={view} conversation={conversation} />
          <SaidSoFar name={name} view={view} />
          <Composer name={name} view={view} conversation={conversation} />
        </>
      )}
    </dialog>
  )
}
