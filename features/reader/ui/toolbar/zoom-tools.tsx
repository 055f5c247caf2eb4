import { MoveHorizontal, RectangleVertical, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { printedScale } from '../view/page-layout.ts'
import { zoomBy } from '../view/zoom-steps.ts'
import { ToolButton } from '#ui/tool-button.tsx'

const fits = [
  { fit: 'width', Icon: MoveHorizontal },
  { fit: 'page', Icon: RectangleVertical },
] as const

/**
 * Zoom buttons with the current size, and two fit options.
 *
 * @param props.isLabelled Shows labels of the fit options.
 */
export function ZoomTools({ isLabelled = false }: { isLabelled?: boolean }) {
  const t = useTranslations('reader.tools')
  const store = useReaderStore()
  const zoom = useReader((state) => state.zoom)
  const percent = useReader((state) => Math.round((state.scale / printedScale) * 100))
  return (
    <div role="group" aria-label={t('groups.zoom')} className="flex flex-wrap items-center">
      <ToolButton Icon={ZoomOut} label={t('zoomOut')} disabled={percent <= 25} onClick={() => zoomBy(store, -1)} />
      <button
        type="button"
        title={t('resetZoom')}
        aria-label={t('zoomLevel', { percent: String(percent) })}
        onClick={() => store.setZoom('auto')}
        className="figures h-11 w-12 cursor-pointer text-center text-[0.75rem] text-dust hover:text-sand focus-visible:-outline-offset-2"
      >
        {percent}%
      </button>
      <ToolButton Icon={ZoomIn} label={t('zoomIn')} disabled={percent >= 500} onClick={() => zoomBy(store, 1)} />
      {fits.map(({ fit, Icon }) => (
        <ToolButton
          key={fit}
          Icon={Icon}
          label={t(`fits.${fit}`)}
          isLabelled={isLabelled}
          isPressed={zoom === fit}
          onClick={() => store.setZoom(fit)}
        />
      ))}
    </div>
  )
}
