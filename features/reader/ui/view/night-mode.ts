import { useCallback, useEffect, useRef, useState } from 'react'

/*
 * The night theme inverts paper but not images. A page is paper if nearly all of its downscaled image is light and
 * without color.
 */
const sample = { width: 24, height: 34 }
const minLight = 0.62
const maxColored = 0.12

/**
 * Detects whether a page may be inverted.
 *
 * @param isNight Whether to examine images; other themes do not need the result.
 * @returns Whether the page may be inverted (undefined before it is known), and a function that examines its image.
 */
export function useNightInversion(isNight: boolean): [boolean | undefined, (image: ImageBitmap) => void] {
  const [paper, setPaper] = useState<boolean>()
  const newest = useRef<ImageData>(undefined)
  const isDark = useRef(isNight)
  const examine = useCallback((image: ImageBitmap) => {
    newest.current = sampleOf(image)
    if (isDark.current && newest.current) setPaper(looksLikePaper(newest.current.data))
  }, [])
  useEffect(() => {
    isDark.current = isNight
    if (isNight && newest.current) setPaper(looksLikePaper(newest.current.data))
  }, [isNight])
  return [paper, examine]
}

let canvas: HTMLCanvasElement | undefined

// Sampled before display: a bitmap-renderer canvas cannot be read back.
function sampleOf(image: ImageBitmap): ImageData | undefined {
  canvas ??= Object.assign(document.createElement('canvas'), sample)
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) return undefined
  drawing.drawImage(image, 0, 0, sample.width, sample.height)
  return drawing.getImageData(0, 0, sample.width, sample.height)
}

/**
 * Returns whether an image is mostly light and without color.
 *
 * @param pixels RGBA values from 0 to 255, as in ImageData.
 */
function looksLikePaper(pixels: ArrayLike<number>): boolean {
  let light = 0
  let coloured = 0
  const count = pixels.length / 4
  for (let index = 0; index < pixels.length; index += 4) {
    const [red, green, blue] = [pixels[index]!, pixels[index + 1]!, pixels[index + 2]!]
    const max = Math.max(red, green, blue)
    if (max - Math.min(red, green, blue) > 40) coloured += 1
    else if (max > 190) light += 1
  }
  return light / count >= minLight && coloured / count <= maxColored
}
