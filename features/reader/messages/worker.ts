import type { Locale } from '#shared/locales.ts'

/** Texts of the page that the service worker shows offline: no server is there to bring them. */
export const workerTexts: Readonly<Record<Locale, { title: string; hint: string; saved: string }>> = {
  en: {
    title: 'You are offline',
    hint: 'This book is not saved on this device. Reconnect to open it.',
    saved: 'Saved on this device:',
  },
  es: {
    title: 'No tienes conexión',
    hint: 'Este libro no está guardado en este dispositivo. Conéctate de nuevo para abrirlo.',
    saved: 'Guardados en este dispositivo:',
  },
}
