import { Expand, Shrink } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useReader } from '../state/reader-context.tsx'
import { ToolButton } from '#ui/tool-button.tsx'

/** Toggles full screen. @param props.isLabelled Shows the label. */
export function FullScreenTool({ isLabelled, onFullScreen }: { isLabelled?: boolean; onFullScreen: () => void }) {
  const t = useTranslations('reader.tools')
  const isFullScreen = useReader((state) => state.isFullScreen)
  return (
    <ToolButton
      Icon={isFullScreen ? Shrink : Expand}
      label={isFullScreen ? t('exitFullScreen') : t('fullScreen')}
      isLabelled={isLabelled}
      onClick={onFullScreen}
    />
  )
}
