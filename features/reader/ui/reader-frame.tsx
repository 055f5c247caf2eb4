import { useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import { PanelHost } from './panel-host.tsx'
import { useReader } from './reader-context.tsx'
import { PageSlider } from './toolbar/page-slider.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { usePageAddress } from './use-page-address.ts'
import { useReaderKeys } from './use-reader-keys.ts'
import { Stage } from './view/stage.tsx'

/** The open book: tools, panel, pages, and where one is. 600 pixels of pages, on a telephone as many of them as are free, in full screen all there is. */
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
      className={classNames('reader-frame flex flex-col border border-groove bg-plate', isFullScreen && 'fixed inset-0 z-50 border-0')}
    >
      <Toolbar onFullScreen={toggleFullScreen} />
      <div className={classNames('relative flex min-h-0', isFullScreen ? 'flex-1' : 'h-(--pages-height)')}>
        <PanelHost onFullScreen={toggleFullScreen} />
        <div className="min-w-0 flex-1">{hasManifest ? <Stage /> : null}</div>
      </div>
      <Foot />
    </div>
  )
}

function Foot() {
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.manifest?.totalPages)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-t border-groove bg-plate-raised px-4">
      <PageSlider />
      <p className="figures text-[0.75rem] whitespace-nowrap text-dust" aria-live="off">
        {total ? `Page ${page} of ${total}` : null}
      </p>
    </div>
  )
}
