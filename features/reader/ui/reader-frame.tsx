import { useRef, useEffect, useState, type RefObject, useCallback } from 'react'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { PanelHost } from './panel-host.tsx'
import { useReader, useReaderStore } from './state/reader-context.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { usePageAddress } from './use-page-address.ts'
import { PageScroller } from './view/page-scroller.tsx'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'
import { isReaderKey } from './state/is-reader-key.ts'
import type { ReaderStore } from './state/reader-store.ts'
import { zoomBy } from './view/zoom-steps.ts'

/** Elements that handle keys themselves. */
const ownsKeys =
  'input,textarea,select,audio,video,dialog,[contenteditable],[role=dialog],[role=slider],[role=tab],[role=option],[role=menu]'

const keyActions: Record<string, (store: ReaderStore) => void> = {
  ArrowLeft: (store) => store.turn(-1),
  ArrowRight: (store) => store.turn(1),
  PageUp: (store) => store.turn(-1),
  PageDown: (store) => store.turn(1),
  Home: (store) => store.scrollTo(1),
  End: (store) => store.scrollTo(store.getState().manifest?.totalPages ?? 1),
}

const signs: Record<string, (store: ReaderStore, toggleFullScreen: () => void) => void> = {
  '+': (store) => zoomBy(store, 1),
  '=': (store) => zoomBy(store, 1),
  '-': (store) => zoomBy(store, -1),
  '0': (store) => store.setZoom('auto'),
  'f': (_store, toggleFullScreen) => toggleFullScreen(),
}

/**
 * Lets keys turn pages, zoom and toggle full screen while the focus is in the reader, or nowhere and the reader is in
 * sight. Runs before the audio shortcuts, which skip handled events. The setting that disables audio shortcuts also
 * disables single-character shortcuts here.
 *
 * @see https://www.w3.org/TR/WCAG22/#character-key-shortcuts
 */
function useReaderKeys(reader: RefObject<HTMLElement | null>, isOn: boolean, toggleFullScreen: () => void): void {
  const store = useReaderStore()
  const [charactersOn] = useShortcutSetting()
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]') || (target instanceof Element && target.closest(ownsKeys))) return
      if (!reader.current || !isReaderKey(reader.current, target)) return
      const keyAction = event.shiftKey ? undefined : keyActions[key]
      const sign = charactersOn ? signs[key.toLowerCase()] : undefined
      if (!keyAction && !sign) return
      event.preventDefault()
      if (keyAction) keyAction(store)
      else sign?.(store, toggleFullScreen)
    }
    // Capture phase, so that the audio shortcuts see the event as handled.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [reader, isOn, charactersOn, store, toggleFullScreen])
}

/** Throttle in milliseconds while dragging. */
const paceMs = 80

/** Slider over all pages of the book. */
function PageSlider() {
  const t = useTranslations('reader.page')
  const store = useReaderStore()
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.manifest?.totalPages ?? 1)
  const [drawn, setDrawn] = useState<number>()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const value = drawn ?? page

  const draw = (to: number) => {
    setDrawn(to)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      store.scrollTo(to)
      setDrawn(undefined)
    }, paceMs)
  }
  if (total < 2) return null
  return (
    <input
      type="range"
      min={1}
      max={total}
      step={1}
      value={value}
      aria-label={t('pageSlider')}
      aria-valuetext={t('pageOf', { page: String(value), total: String(total) })}
      onChange={(event) => draw(event.currentTarget.valueAsNumber)}
      className="reader-slider block h-11 w-full cursor-pointer"
    />
  )
}

/**
 * The open book: tools, panel, pages and page slider. Pages are 600 pixels high, on phones as high as fits, in full
 * screen the whole height.
 */
export function ReaderFrame() {
  const frame = useRef<HTMLDivElement>(null)
  const isFullScreen = useReader((state) => state.isFullScreen)
  const hasManifest = useReader((state) => state.manifest !== undefined)
  const toggleFullScreen = useFullScreen(frame)
  useReaderKeys(frame, hasManifest, toggleFullScreen)
  usePageAddress(hasManifest)
  return (
    <div
      ref={frame}
      data-reader
      className={classNames(
        'reader-frame flex flex-col border border-groove bg-plate',
        isFullScreen && 'fixed inset-0 z-50 border-0',
      )}
    >
      <Toolbar onFullScreen={toggleFullScreen} />
      <div className={classNames('relative flex min-h-0', isFullScreen ? 'flex-1' : 'h-(--pages-height)')}>
        <PanelHost onFullScreen={toggleFullScreen} />
        <div className="min-w-0 flex-1">{hasManifest ? <PageScroller /> : null}</div>
      </div>
      <Foot />
    </div>
  )
}

function Foot() {
  const t = useTranslations('reader.page')
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.manifest?.totalPages)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-t border-groove bg-plate-raised px-4">
      <PageSlider />
      <p className="figures text-[0.75rem] whitespace-nowrap text-dust" aria-live="off">
        {total ? t('pageOf', { page: String(page), total: String(total) }) : null}
      </p>
    </div>
  )
}

/**
 * Toggles full screen for an element. Browsers that allow it only for videos, such as phones, fill the page instead;
 * `isFullScreen` of the state controls the layout.
 */
function useFullScreen(element: RefObject<HTMLElement | null>): () => void {
  const store = useReaderStore()
  useEffect(() => {
    const onChange = () =>
      store.setFullScreen(document.fullscreenElement === element.current && element.current !== null)
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && store.getState().isFullScreen && !document.fullscreenElement) store.setFullScreen(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
    }
  }, [element, store])
  return useCallback(() => {
    const { isFullScreen } = store.getState()
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (isFullScreen) store.setFullScreen(false)
    else if (element.current?.requestFullscreen)
      element.current.requestFullscreen().catch(() => store.setFullScreen(true))
    else store.setFullScreen(true)
  }, [element, store])
}
