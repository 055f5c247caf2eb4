import { X } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { panels } from './extensions/reader-extensions.ts'
import { useReader, useReaderStore } from './state/reader-context.tsx'
import { MorePanel, morePanel } from './toolbar/more-panel.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import { isFocusLost } from '#ui/is-focus-lost.ts'

/** Container of the open panel: beside the pages, on small screens a bottom sheet. Escape closes it. */
export function PanelHost({ onFullScreen }: { onFullScreen: () => void }) {
  const t = useTranslations('reader.tools')
  const store = useReaderStore()
  const id = useReader((state) => state.panel)
  const host = useRef<HTMLElement>(null)
  const panel = id === morePanel ? undefined : panels.find((one) => one.id === id)
  const isFullScreen = useReader((state) => state.isFullScreen)
  const before = useRef(id)
  useEffect(() => {
    // A field that takes the focus when mounted, such as a note editor, keeps it.
    if (id && !host.current?.contains(document.activeElement)) host.current?.focus({ preventScroll: true })
    // The focused element disappeared with the panel: focus returns to the button that opened it.
    else if (before.current && isFocusLost())
      document
        .querySelector<HTMLElement>(`[data-reader] [data-panel="${before.current}"]`)
        ?.focus({ preventScroll: true })
    before.current = id
  }, [id])
  if (!panel && id !== morePanel) return null
  const fillScreen = () => {
    store.closePanel()
    onFullScreen()
  }
  const name = panel?.id ?? morePanel
  return (
    <aside
      ref={host}
      tabIndex={-1}
      aria-label={t(`panels.${name}`)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        store.closePanel()
      }}
      className={classNames(
        'z-10 flex min-h-0 flex-col bg-plate-raised outline-none max-md:fixed max-md:inset-x-0 max-md:z-30 max-md:max-h-[min(34rem,64dvh)] max-md:border-t max-md:border-groove md:w-80 md:shrink-0 md:border-r md:border-groove',
        panel && 'max-md:h-full',
        isFullScreen ? 'max-md:bottom-0' : 'max-md:bottom-(--bar-height)',
      )}
    >
      <div className="flex items-center justify-between border-b border-groove pl-4">
        <h2 className="label text-dust">{t(`panels.${name}`)}</h2>
        <ToolButton Icon={X} label={t(`close.${name}`)} onClick={store.closePanel} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Suspense fallback={<PanelLoading host={host} />}>
          {panel ? <panel.Panel /> : <MorePanel onFullScreen={fillScreen} />}
        </Suspense>
      </div>
    </aside>
  )
}

/** Placeholder while a panel's code loads. Keys typed in the meantime must not control the pages or the audio. */
function PanelLoading({ host }: { host: RefObject<HTMLElement | null> }) {
  const t = useTranslations('reader.tools')
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Node && host.current?.contains(event.target)) event.stopPropagation()
    }
    // Capture phase, before the shortcuts on the document.
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [host])
  return <p className="p-4 text-small text-dust">{t('loading')}</p>
}
