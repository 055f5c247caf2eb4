import { MoveHorizontal, RectangleVertical, ZoomIn, ZoomOut } from 'lucide-react'
import { useReader, useReaderStore } from '../reader-context.tsx'
import { printedScale } from '../view/page-layout.ts'
import { zoomBy } from '../zoom-steps.ts'
import { ToolButton } from './tool-button.tsx'

const fits = [
  { fit: 'width', label: 'Fit width', Icon: MoveHorizontal },
  { fit: 'page', label: 'Fit page', Icon: RectangleVertical },
] as const

/**
 * Zoom buttons with the current size, and two fit options.
 *
 * @param props.isLabelled Shows labels of the fit options.
 */
export function ZoomTools({ isLabelled = false }: { isLabelled?: boolean }) {
  const store = useReaderStore()
  const zoom = useReader((state) => state.zoom)
  const percent = useReader((state) => Math.round((state.scale / printedScale) * 100))
  return (
    <div role="group" aria-label="Zoom" className="flex flex-wrap items-center">
      <ToolButton Icon={ZoomOut} label="Zoom out" disabled={percent <= 25} onClick={() => zoomBy(store, -1)} />
      <button
        type="button"
        title="Reset zoom"
        aria-label={`Zoom: ${percent} percent. Reset zoom`}
        onClick={() => store.setZoom('auto')}
        className="figures h-11 w-12 cursor-pointer text-center text-[0.75rem] text-dust hover:text-sand focus-visible:-outline-offset-2"
      >
        {percent}%
      </button>
      <ToolButton Icon={ZoomIn} label="Zoom in" disabled={percent >= 500} onClick={() => zoomBy(store, 1)} />
      {fits.map(({ fit, label, Icon }) => (
        <ToolButton
          key={fit}
          Icon={Icon}
          label={label}
          isLabelled={isLabelled}
          isPressed={zoom === fit}
          onClick={() => store.setZoom(fit)}
        />
      ))}
    </div>
  )
}
