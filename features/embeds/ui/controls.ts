const shapes = { play: 'M7 4v16l13-8z', pause: 'M6 4h4v16H6zM14 4h4v16h-4z', stop: 'M5 5h14v14H5z' }

/** Controls of a player; a live stream has no slider. */
type Controls = {
  button: HTMLButtonElement
  slider: HTMLInputElement | undefined
  time: HTMLElement
  setPlaying(isPlaying: boolean): void
}

/** Builds the controls in an element and shows it. */
export function createControls(
  place: HTMLElement,
  { texts, isLive }: { texts: Record<'play' | 'stop' | 'position', string>; isLive: boolean },
): Controls {
  const button = document.createElement('button')
  button.type = 'button'
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const shape = icon.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'))
  button.append(icon)
  const time = document.createElement('span')
  time.className = 'time'
  const slider = isLive ? undefined : createSlider(texts.position)
  const setPlaying = (isPlaying: boolean) => {
    button.setAttribute('aria-label', isPlaying ? texts.stop : texts.play)
    shape.setAttribute('d', isPlaying ? shapes[isLive ? 'stop' : 'pause'] : shapes.play)
  }
  setPlaying(false)
  place.append(button, ...(slider ? [slider] : []), time)
  place.hidden = false
  return { button, slider, time, setPlaying }
}

function createSlider(label: string): HTMLInputElement {
  const slider = document.createElement('input')
  slider.type = 'range'
  slider.min = '0'
  slider.setAttribute('aria-label', label)
  return slider
}
