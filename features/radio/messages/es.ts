import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  bar: {
    name: 'Radio',
    play: 'Reproducir Swade Radio',
    listen: 'Escuchar Swade Radio',
    listenLive: 'Escuchar en directo',
    listening: '{count, plural, one {oyente} other {oyentes}}',
    volume: 'Volumen de la radio',
    stopResume: 'No reanudar la radio',
    nowPlaying: 'Suena ahora: {title}',
    nowPlayingBy: 'Suena ahora: {title}, de {artist}',
    onAir: 'En el aire',
    onAirNow: 'Suena ahora',
    offAir: 'Fuera del aire',
    offAirReconnecting: 'Fuera del aire, reconectando',
    reconnecting: 'Reconectando',
    connecting: 'Conectando',
    pressPlay: 'Pulsa reproducir',
    elsewhere: 'Suena en otra pestaña',
    afterTrack: 'Vuelve después de esta pista',
    afterChapter: 'Vuelve después de este capítulo',
    afterPreview: 'Vuelve después de la muestra',
    afterVideo: 'Vuelve después del video',
    afterVoice: 'Vuelve después de la llamada',
    afterVenue: 'Vuelve después de la sala',
    afterOther: 'Vuelve en un momento',
  },
  errors: {
    offAir: 'La emisora está fuera del aire. Inténtalo de nuevo en un momento.',
    full: 'La transmisión llegó a su límite de oyentes. Inténtalo de nuevo en 30 segundos.',
    tooManyListeners: 'Hay demasiados oyentes conectados desde tu dirección. Cierra algunos e inténtalo de nuevo.',
    eventsFull: 'Demasiadas páginas reciben las novedades de la radio. Inténtalo de nuevo en 30 segundos.',
    tooManyPages: 'Demasiadas páginas tuyas reciben las novedades de la radio. Cierra algunas e inténtalo de nuevo.',
    trackNotFound: 'Esta pista no está en la rotación.',
  },
}
