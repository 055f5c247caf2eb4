import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { panels, ToolbarParts, useCompanionsDue } from '../companions.ts'
import { SearchKeys } from '../panels/search/search-keys.ts'
import { useReader, useReaderStore } from '../reader-context.tsx'
import { FullScreenTool } from './full-screen-tool.tsx'
import { morePanel } from './more-panel.tsx'
import { PageTurner } from './page-turner.tsx'
import { ThemeTools } from './theme-tools.tsx'
import { ToolButton } from './tool-button.tsx'
import { ViewTools } from './view-tools.tsx'
import { ZoomTools } from './zoom-tools.tsx'

/** What one does with the pages. On a small screen the tools used less are in a panel, by their names. */
export function Toolbar({ onFullScreen }: { onFullScreen: () => void }) {
  const store = useReaderStore()
  const panel = useReader((state) => state.panel)
  const isDue = useCompanionsDue()
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b border-groove bg-plate-raised">
      <div className="flex w-full items-center justify-between gap-x-4 border-b border-groove md:w-auto md:border-b-0">
        <ViewTools />
        <PageTurner />
      </div>
      <div
        role="group"
        aria-label="Tools"
        className="flex min-w-0 flex-1 items-center justify-between gap-x-3 max-md:px-1 md:flex-wrap md:justify-end"
      >
        {panels.length > 0 ? (
          <div role="group" aria-label="Panels" className="flex items-center">
            {panels.map(({ id, label, Icon }) => (
              <ToolButton
                key={id}
                data-panel={id}
                Icon={Icon}
                label={label}
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
          <Suspense fallback={<PlaceOfParts />}>{isDue ? <ToolbarParts /> : <PlaceOfParts />}</Suspense>
          <div className="max-md:hidden">
            <FullScreenTool onFullScreen={onFullScreen} />
          </div>
          <ToolButton
            className="md:hidden"
            data-panel={morePanel}
            Icon={Ellipsis}
            label="More tools"
            isPressed={panel === morePanel}
            onClick={() => store.togglePanel(morePanel)}
          />
        </div>
      </div>
    </div>
  )
}

/** Keeps the place of the button that comes late: a row that broke only then would move the reader under the header. */
function PlaceOfParts() {
  return <span aria-hidden="true" className="size-11 shrink-0" />
}
