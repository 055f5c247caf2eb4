import { Ellipsis } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { panels, ToolbarExtras, useExtensionsReady } from '../extensions/reader-extensions.ts'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { FullScreenTool } from './full-screen-tool.tsx'
import { morePanel } from './more-panel.tsx'
import { PageTurner } from './page-turner.tsx'
import { ThemeTools } from './theme-tools.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import { ZoomTools } from './zoom-tools.tsx'
import { classNames } from '#ui/class-names.ts'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'
import { isReaderKey } from '../state/is-reader-key.ts'

const typing = 'input,textarea,select,[contenteditable]'

/**
 * Shortcuts of the search: `/` wherever reader shortcuts apply, Ctrl+F (⌘F) while the focus is in the reader, because
 * the browser's search sees only rendered pages. Ctrl+F inside the search opens the browser's own.
 */
function SearchKeys() {
  const store = useReaderStore()
  const [charactersOn] = useShortcutSetting()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || event.isComposing || altKey || !(target instanceof Element)) return
      const reader = document.querySelector<HTMLElement>('[data-reader]')
      if (!reader || target.closest(typing) || document.querySelector('dialog[open]')) return
      const isFind = ctrlKey !== metaKey && key.toLowerCase() === 'f' && !event.shiftKey && reader.contains(target)
      const isSign =
        key === '/' && !ctrlKey && !metaKey && charactersOn && store.getState().manifest && isReaderKey(reader, target)
      if (!isFind && !isSign) return
      event.preventDefault()
      const input = reader.querySelector<HTMLInputElement>('[role=search] input')
      if (input) input.select()
      else store.togglePanel('search')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [store, charactersOn])
  return null
}

const views = ['scroll', 'page'] as const

/** Buttons for Scroll View and Page View. */
function ViewTools() {
  const t = useTranslations('reader.tools')
  const store = useReaderStore()
  const current = useReader((state) => state.view)
  return (
    <div role="group" aria-label={t('groups.view')} className="flex">
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={current === view}
          onClick={() => store.setView(view)}
          className={classNames(
            'label min-h-11 cursor-pointer border-b px-3 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
            current === view ? 'border-live text-sand' : 'border-transparent text-dust hover:text-sand',
          )}
        >
          {t(`views.${view}`)}
        </button>
      ))}
    </div>
  )
}

/** Toolbar of the reader. On small screens less used tools move to a panel. */
export function Toolbar({ onFullScreen }: { onFullScreen: () => void }) {
  const t = useTranslations('reader.tools')
  const store = useReaderStore()
  const panel = useReader((state) => state.panel)
  const isDue = useExtensionsReady()
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b border-groove bg-plate-raised">
      <div className="flex w-full items-center justify-between gap-x-4 border-b border-groove md:w-auto md:border-b-0">
        <ViewTools />
        <PageTurner />
      </div>
      <div
        role="group"
        aria-label={t('groups.tools')}
        className="flex min-w-0 flex-1 items-center justify-between gap-x-3 max-md:px-1 md:flex-wrap md:justify-end"
      >
        {panels.length > 0 ? (
          <div role="group" aria-label={t('groups.panels')} className="flex items-center">
            {panels.map(({ id, Icon }) => (
              <ToolButton
                key={id}
                data-panel={id}
                Icon={Icon}
                label={t(`panels.${id}`)}
                isPressed={panel === id}
                onClick={() => store.togglePanel(id)}
              />
            ))}
          </div>
        ) : null}
        <div className="contents max-md:hidden">
          <ZoomTools />
          <ThemeTools />
        </div>
        <div className="flex items-center">
          <SearchKeys />
          <Suspense fallback={<ButtonPlaceholder />}>{isDue ? <ToolbarExtras /> : <ButtonPlaceholder />}</Suspense>
          <div className="max-md:hidden">
            <FullScreenTool onFullScreen={onFullScreen} />
          </div>
          <ToolButton
            className="md:hidden"
            data-panel={morePanel}
            Icon={Ellipsis}
            label={t('panels.more')}
            isPressed={panel === morePanel}
            onClick={() => store.togglePanel(morePanel)}
          />
        </div>
      </div>
    </div>
  )
}

/** Reserves space for a button that loads later: a toolbar that wrapped only then would shift the layout. */
function ButtonPlaceholder() {
  return <span aria-hidden="true" className="size-11 shrink-0" />
}
