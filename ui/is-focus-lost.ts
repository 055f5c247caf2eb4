/**
 * Returns whether the focus is on nothing, or on a control that was disabled or hidden. Browsers move the focus off
 * such a control only with the next frame, which may come after an effect has run.
 *
 * @see https://html.spec.whatwg.org/multipage/interaction.html#focus-fixup-rule
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return (
    !activeElement || activeElement === body || activeElement.matches(':disabled') || !activeElement.checkVisibility()
  )
}
