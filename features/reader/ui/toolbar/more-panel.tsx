import { Suspense } from 'react'
import { FollowSwitch } from '../reader-extensions.ts'
import { FullScreenTool } from './full-screen-tool.tsx'
import { ThemeTools } from './theme-tools.tsx'
import { ZoomTools } from './zoom-tools.tsx'

/** Id of the panel that takes the tools a small toolbar has no room for. */
export const morePanel = 'more'

/** The tools a small screen has no room for, by name. */
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
