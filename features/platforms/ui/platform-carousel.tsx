import { useId, useState } from 'react'
import type { PlatformCard as Platform } from '#features/platforms/contract.ts'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { openDialog } from '#ui/dialog.tsx'
import { PlatformCard } from './platform-card.tsx'
import { PlatformPreview } from './platform-preview.tsx'

/** Platforms in a row that goes round, with the preview any of them opens. */
export function PlatformCarousel({ label, platforms, intervalMs }: { label: string; platforms: Platform[]; intervalMs: number }) {
  const dialogId = `preview-${useId()}`
  const [shown, setShown] = useState<Platform>()
  const [open, setOpen] = useState(false)
  const preview = (platform: Platform) => {
    setShown(platform)
    setOpen(true)
    openDialog(dialogId)
  }
  return (
    <>
      <Carousel
        label={label}
        intervalMs={intervalMs}
        items={platforms.map((platform, index) => ({
          key: platform.id,
          name: platform.name,
          content: <PlatformCard platform={platform} number={index + 1} onPreview={preview} />,
        }))}
      />
      <PlatformPreview id={dialogId} platform={shown} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
