/**
 * Whether the focus is on nothing, or on a control that can no longer have it because it was disabled or hidden. A
 * browser moves it from there to nothing only with its next frame, which on a busy machine comes after an effect has
 * looked.
 *
 * @see https://html.spec.whatwg.org/multipage/interaction.html#focus-fixup-rule
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return (
    !activeElement || activeElement === body || activeElement.matches(':disabled') || !activeElement.checkVisibility()
  )
}
