import { Check, Copy, Highlighter, StickyNote } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl/react'
import { useReader, useReaderStore } from '../../state/reader-context.tsx'
import { editionAsRead, type Annotation } from './annotation.ts'
import { useNoteActions } from './book-notes.ts'
import { newHighlight } from './make-annotation.ts'
import { passagesOf, selectedStretches } from './selection-passages.ts'
import { type Selected, useSelected } from './use-selected.ts'

const height = 46
const width = 330
const margin = 10

/** Toolbar for selected text: highlight, note and copy. Tab moves into it while text is selected. */
export function SelectionToolbar() {
  const t = useTranslations('reader.notes')
  const reader = useReaderStore()
  const actions = useNoteActions()
  const selected = useSelected()
  const toolbar = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState<Selected>()
  const panel = useReader((state) => state.panel)
  // An open panel may be a bottom sheet, which must be laid out before the toolbar is placed.
  useLayoutEffect(() => {
    if (!selected || !toolbar.current) return
    const { top, left } = positionOf(selected)
    Object.assign(toolbar.current.style, { top: `${top}px`, left: `${left}px` })
  }, [selected, panel])
  const isCopied = copied !== undefined && copied === selected

  useEffect(() => {
    if (!selected) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Tab' || event.shiftKey || toolbar.current?.contains(document.activeElement)) return
      event.preventDefault()
      toolbar.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [selected])

  if (!selected) return null

  function addHighlights(): Annotation[] {
    const edition = reader.getState().manifest?.edition
    if (!edition) return []
    // Uses the current selection: the toolbar updates with a delay.
    const now = selectedStretches(getSelection())
    const passages = passagesOf(now.length > 0 ? now : selected!.stretches, (page) => reader.texts.peek(page)?.lines)
    const made = passages.map((passage) => newHighlight(passage, editionAsRead(edition)))
    made.forEach(actions.add)
    return made
  }
  function leave() {
    getSelection()?.removeAllRanges()
    if (toolbar.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>('[data-pages]')?.focus({ preventScroll: true })
  }
  async function copy() {
    const passages = passagesOf(selected!.stretches, (page) => reader.texts.peek(page)?.lines)
    await copyText(passages.map(({ quote }) => quote).join('\n\n'))
    setCopied(selected)
  }
  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      buttons[(at + (event.key === 'ArrowRight' ? 1 : -1) + buttons.length) % buttons.length]?.focus()
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  // Only descendants of the full-screen element are visible.
  return createPortal(
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('selection')}
      tabIndex={-1}
      onKeyDown={onKey}
      // Pressing a button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="fixed z-[60] flex border border-groove bg-plate-raised"
    >
      <ToolbarAction
        label={t('highlight')}
        Sign={Highlighter}
        onClick={() => {
          addHighlights()
          leave()
        }}
      />
      <ToolbarAction
        label={t('note')}
        Sign={StickyNote}
        onClick={() => {
          const [first] = addHighlights()
          leave()
          if (first) actions.show(first.id, true)
        }}
      />
      <ToolbarAction
        label={isCopied ? t('copied') : t('copy')}
        Sign={isCopied ? Check : Copy}
        onClick={() => void copy()}
      />
    </div>,
    document.fullscreenElement ?? document.body,
  )
}

function ToolbarAction({ label, Sign, onClick }: { label: string; Sign: typeof Copy; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="label flex min-h-11 cursor-pointer items-center gap-2 border-r border-groove px-3.5 text-sand last:border-r-0 hover:text-live focus-visible:-outline-offset-2"
    >
      <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
      <span aria-live="polite">{label}</span>
    </button>
  )
}

/** Above the selection, or below it on touch screens, where the system menu is above. */
function positionOf({ box }: Selected): { top: number; left: number } {
  const isBelow = matchMedia('(pointer: coarse)').matches || box.top < height + 2 * margin
  const sheet = matchMedia('(width < 48rem)').matches ? document.querySelector('[data-reader] aside') : null
  const lowest = (sheet?.getBoundingClientRect().top ?? innerHeight) - height - margin
  const top = isBelow ? box.bottom + 3 * margin : box.top - height - margin
  const left = (box.left + box.right - width) / 2
  return {
    top: Math.round(Math.min(Math.max(top, margin), lowest)),
    left: Math.round(Math.max(margin, Math.min(left, document.documentElement.clientWidth - width - margin))),
  }
}

/** Writes to the clipboard; falls back to the legacy command over plain http. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    document.execCommand('copy')
  }
}
