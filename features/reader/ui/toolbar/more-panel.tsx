import { Suspense } from 'react'
import { FollowSwitch } from '../extensions/reader-extensions.ts'
import { FullScreenTool } from './full-screen-tool.tsx'
import { ThemeTools } from './theme-tools.tsx'
import { ZoomTools } from './zoom-tools.tsx'

/** Id of the panel with the tools that do not fit into a small toolbar. */
export const morePanel = 'more' as const

/** Labeled tools that do not fit into a small toolbar. */
export function MorePanel({ onFullScreen }: { onFullScreen: () => void }) {
  return (
    <div className="flex flex-col divide-y divide-groove px-2">
      <div className="py-1">
        <ZoomTools isLabelled />
      </div>
      <div className="py-1">
        <ThemeTools isLabelled />
      </div>
      <div className="flex flex-wrap items-center py-1">
        <Suspense>
          <FollowSwitch />
        </Suspense>
        <FullScreenTool isLabelled onFullScreen={onFullScreen} />
      </div>
    </div>
  )
}
