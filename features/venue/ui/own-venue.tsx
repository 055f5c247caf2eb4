import { DoorOpen } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { type EndReason, type InsideProps, VenueBar } from './hall/venue-bar.tsx'

type State =
  | { at: 'outside'; reason?: 'failed' | EndReason | undefined }
  | { at: 'opening' }
  | { at: 'inside'; View: ComponentType<InsideProps>; element: HTMLAudioElement; isByKeyboard: boolean }

/** Our own venue on the page. Everything inside is loaded when the visitor enters. */
export function OwnVenue({ isVoiceOn }: { isVoiceOn: boolean }) {
  const t = useTranslations('venue')
  const [state, setState] = useState<State>({ at: 'outside' })
  const frame = useRef<HTMLDivElement>(null)
  const enterButton = useRef<HTMLButtonElement>(null)

  const enter = (button: HTMLElement) => {
    const isByKeyboard = button.matches(':focus-visible')
    setState({ at: 'opening' })
    const element = new Audio()
    // Strict devices allow an element to play later only if it was loaded within the visitor's gesture.
    element.load()
    import('./hall/hall-view.tsx').then(
      ({ HallView }) => setState({ at: 'inside', View: HallView, element, isByKeyboard }),
      () => setState({ at: 'outside', reason: 'failed' }),
    )
  }
  return (
    <div ref={frame} className="flex flex-1 flex-col justify-between [&:fullscreen]:overflow-y-auto">
      {state.at === 'inside' ? (
        <state.View
          element={state.element}
          frame={frame}
          isByKeyboard={state.isByKeyboard}
          onEnd={(reason) => {
            setState({ at: 'outside', reason })
            requestAnimationFrame(() => enterButton.current?.focus())
          }}
        />
      ) : (
        <>
          <VenueBar isVoiceOn={isVoiceOn}>
            <Button
              variant="quiet"
              className="bg-plate noscript:hidden"
              onClick={({ currentTarget }) => {
                // Phones without full screen for elements show the room in the page.
                frame.current?.requestFullscreen?.().catch(() => undefined)
                enter(currentTarget)
              }}
            >
              {t('room.openFull')}
            </Button>
          </VenueBar>
          {/* At the top of the image and before its text, because the button would not be on the first screen
              further down. */}
          <div className="m-4 mt-0 mb-auto flex max-w-xl flex-col items-start gap-4 self-start bg-plate p-4 md:mx-6">
            <Button
              ref={enterButton}
              variant="primary"
              onClick={({ currentTarget }) => enter(currentTarget)}
              className="noscript:hidden"
            >
              <DoorOpen size={16} strokeWidth={1.5} aria-hidden="true" />
              {t('room.enter')}
            </Button>
            <p className="text-small text-dust">{t('entry.lead')}</p>
            <p className="hidden text-small text-dust noscript:block">{t('entry.noScript')}</p>
            <p role="status" className="text-small text-dust empty:-mt-4">
              {state.at === 'opening' ? t('entry.loading') : null}
              {state.at === 'outside' && state.reason
                ? t(state.reason === 'failed' ? 'entry.failed' : `hall.${state.reason}`)
                : null}
            </p>
          </div>
        </>
      )}
    </div>
  )
}
