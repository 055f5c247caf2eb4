import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  nav: 'Boletín',
  head: {
    title: 'El boletín de los viernes',
    page: 'El boletín de los viernes, página {page, number}',
    description:
      'Un boletín semanal sobre música con IA y tecnología creativa: novedades en la radio, lanzamientos y herramientas útiles. Todos los viernes a las 9:00 (EST).',
    confirm: 'Confirma tu dirección',
    unsubscribe: 'Cancelar la suscripción',
    preferences: 'Preferencias del boletín',
  },
  section: {
    name: 'Boletín',
    title: 'El boletín de los viernes',
    lead: 'Música nueva en la radio, lanzamientos y algunas herramientas útiles. Una vez por semana, por correo.',
  },
  form: {
    email: 'Correo electrónico',
    emailExample: 'nombre@ejemplo.com',
    firstName: 'Nombre (opcional)',
    lastName: 'Apellido (opcional)',
    subscribe: 'Suscribirme',
    subscribing: 'Enviando...',
    consent:
      'Un boletín por semana, todos los viernes a las 9:00 (EST). Se cuentan las aperturas y los clics. Puedes cancelar la suscripción en cualquier momento con el enlace de cada número.',
    consentUntracked:
      'Un boletín por semana, todos los viernes a las 9:00 (EST). De momento no se cuentan las aperturas ni los clics. Puedes cancelar la suscripción en cualquier momento con el enlace de cada número.',
    noEmail: 'Escribe tu correo electrónico para suscribirte.',
    failed: 'No se pudo completar la suscripción. Inténtalo de nuevo.',
    offline: 'Error de red. Revisa tu conexión e inténtalo de nuevo.',
  },
  terms: {
    schedule: 'Frecuencia',
    scheduleText: 'Los viernes a las 9:00 (EST)',
    price: 'Precio',
    free: 'Gratis',
    unsubscribe: 'Cancelación',
    anyTime: 'Cuando quieras',
  },
  page: {
    kicker: 'Semanal',
    title: 'El boletín de los viernes',
    lead: 'Música nueva en la radio, lanzamientos y algunas herramientas que vale la pena conocer. Una vez por semana, por correo.',
    home: 'Volver al inicio',
    done: 'Revisa tu bandeja de entrada',
    doneText:
      'Si un correo nuestro te pide confirmar tu dirección, abre el enlace que contiene. Si no, no tienes que hacer nada. El boletín llega todos los viernes a las <together>9:00 (EST)</together>.',
    erased: 'Tus datos se eliminaron',
    erasedText:
      'Tu dirección de correo, tu nombre y todo lo demás que el boletín guardaba sobre ti se eliminaron. Solo queda un hash de tu dirección. A partir de él no se puede recuperar la dirección, y evita que otra persona vuelva a agregarte a la lista.',
  },
  invalidLink: {
    title: 'Enlace no válido',
    text: 'Puede que el enlace esté incompleto o que se hayan eliminado los datos a los que pertenece. Copia el enlace completo desde el correo o vuelve a suscribirte.',
    textForLeaving:
      'Puede que el enlace esté incompleto o que se hayan eliminado tus datos. Copia el enlace completo desde el correo. Si se eliminaron tus datos, ya no recibirás boletines.',
    newsletter: 'Ir al boletín',
  },
  confirm: {
    kicker: 'El boletín de los viernes',
    title: 'Confirma tu dirección',
    text: 'Confirma para recibir el boletín en {email} {frequency, select, monthly {una vez al mes} other {todos los viernes a las 9:00 (EST)}}.',
    confirm: 'Confirmar mi dirección',
    subscribed: 'Suscripción confirmada',
    subscribedText:
      'Enviamos el boletín a {email} {frequency, select, monthly {una vez al mes} other {todos los viernes a las 9:00 (EST)}}.',
    digestPaused:
      'Elegiste recibir el boletín una vez al mes. De momento no se envía el resumen mensual. Para recibir el boletín, elige «Cada semana» en tus preferencias.',
    preferences: 'Preferencias del boletín',
    home: 'Volver al inicio',
  },
  unsubscribe: {
    kicker: 'El boletín de los viernes',
    title: '¿Cancelar la suscripción al boletín?',
    text: 'Si cancelas la suscripción, no enviaremos más boletines a {email}.',
    unsubscribe: 'Cancelar la suscripción',
    frequency: 'Cambiar la frecuencia',
    unsubscribed: 'Cancelaste la suscripción',
    unsubscribedText: '{email} no recibirá más boletines. Si fue un error, puedes volver a suscribirte.',
    again: 'Volver a suscribirme',
    data: 'Tus datos',
    preferences: 'Preferencias del boletín',
    resubscribed: 'Vuelves a recibir el boletín',
    suppressed: 'Ya no enviamos el boletín a esta dirección',
    suppressedText: 'Un boletín enviado a {email} se marcó como spam, o nuestro equipo bloqueó la dirección.',
    home: 'Volver al inicio',
  },
  preferences: {
    kicker: 'El boletín de los viernes',
    title: 'Preferencias del boletín',
    lead: 'Frecuencia, seguimiento y datos de {email}.',
    frequency: 'Frecuencia',
    weekly: 'Cada semana',
    weeklyText: 'Todos los viernes a las 9:00 (EST).',
    monthly: 'Una vez al mes',
    monthlyText: 'Un correo al mes con un resumen de los números del mes anterior.',
    monthlyPaused: 'De momento no se envía. Elige «Cada semana» para recibir el boletín.',
    off: 'Cancelar la suscripción',
    offText: 'Ningún boletín. Puedes volver a suscribirte en esta página en cualquier momento.',
    suppressed:
      'Ya no enviamos el boletín a esta dirección: un número se marcó como spam o nuestro equipo bloqueó la dirección.',
    pending:
      'Todavía no has confirmado esta dirección. Para confirmarla, elige «Cada semana» o «Una vez al mes» y guarda los cambios.',
    pendingWeekly:
      'Todavía no has confirmado esta dirección. Para confirmarla, elige «Cada semana» y guarda los cambios.',
    tracking: 'Seguimiento',
    trackingChoice: 'Contar cuando abro un número o hago clic en uno de sus enlaces',
    trackingText:
      'Nos ayuda a elegir los temas. Si lo desactivas, tus números no contienen enlaces de seguimiento ni píxel de seguimiento.',
    trackingOff:
      'De momento no se cuentan las aperturas ni los clics de nadie. Tu elección se aplicará si se vuelven a contar.',
    save: 'Guardar',
    saving: 'Guardando...',
    data: 'Tus datos',
    dataText:
      'Guardamos tu dirección, tu nombre si lo indicaste, cuándo te suscribiste, qué números te enviamos y, si permites el seguimiento, cuáles abriste y en qué enlaces hiciste clic. También guardamos un registro de tu suscripción y de tus cambios, con un hash en lugar de tu dirección IP. Puedes descargarlo todo o pedir que se elimine.',
    download: 'Descargar mis datos',
    erase: 'Eliminar mis datos',
    sure: '¿Eliminar tus datos?',
    sureText:
      'Tu dirección {email}, tu nombre, tu historial y tus datos de seguimiento se eliminarán de forma permanente, y no recibirás más boletines. Esto no se puede deshacer.',
    remains:
      'Conservamos un hash irreversible de la dirección para que nadie más pueda volver a agregarte a la lista. Los libros que compraste siguen siendo tuyos; se guardan con sus pedidos.',
    eraseNow: 'Eliminar de forma permanente',
    erasing: 'Eliminando…',
    keep: 'Conservar mis datos',
  },
  answers: {
    confirm:
      'Ya casi está. Para recibir el boletín de los viernes, abre nuestro correo y confirma tu dirección. Si ya recibes el boletín, no tienes que hacer nada.',
    welcome:
      'Gracias por suscribirte al boletín de los viernes. No tienes que hacer nada más, salvo que un correo nuestro te pida confirmar tu dirección.',
    unsubscribed: 'Cancelaste la suscripción.',
    notErased: 'Tus datos no se eliminaron.',
    savedUnsubscribed: 'Preferencias guardadas. La suscripción está cancelada.',
    saved: 'Preferencias guardadas. Se aplican a partir del próximo número.',
    savedWithoutDigest:
      'Preferencias guardadas. De momento no se envía el resumen mensual. Para recibir el boletín, elige «Cada semana».',
    export:
      'Todos los datos que el boletín de [siteName] guarda sobre esta dirección. Los libros que compraste se guardan por separado, con sus pedidos.',
  },
  errors: {
    tooMany: 'Demasiadas suscripciones desde tu red. Inténtalo más tarde.',
    unsubscribeLink: 'Este enlace para cancelar la suscripción no es válido.',
    link: 'Este enlace no es válido.',
    noDigest: 'De momento no se envía el resumen mensual. Elige «Cada semana» para recibir el boletín.',
    noFrequency: 'Elige con qué frecuencia quieres recibir el boletín.',
    form: 'Revisa el formulario e inténtalo de nuevo.',
  },
  email: {
    hello: 'Hola, {name}:',
    helloYou: 'Hola:',
    preferences: 'Preferencias',
    unsubscribe: 'Cancelar la suscripción',
    welcome: {
      subject: 'Te damos la bienvenida al boletín de [siteName]',
      preview:
        '{schedule, select, paused {De momento no se envía el resumen mensual} monthly {Un boletín al mes} other {Un boletín por semana, todos los viernes a las 9:00 (EST)}}. Aquí tienes por dónde empezar.',
      kicker: 'Te damos la bienvenida',
      title: 'Ya estás en la lista',
      reason: 'Recibes este correo porque esta dirección se suscribió al boletín en nuestro sitio.',
      thanks:
        'Gracias por suscribirte. {schedule, select, paused {Elegiste recibir el boletín una vez al mes. De momento no se envía el resumen mensual. Para recibir el boletín, elige «Cada semana» en tus preferencias} monthly {Una vez al mes recibirás un boletín: música nueva en la radio, lanzamientos y algunas herramientas útiles} other {Todos los viernes a las 9:00 (EST) recibirás un boletín: música nueva en la radio, lanzamientos y algunas herramientas útiles}}.',
      start:
        'Empieza por el libro gratuito sobre cómo terminar un disco con herramientas de IA y encontrar a quienes quieren escucharlo.',
      book: 'Abrir el libro gratuito',
      artists: 'O <link>conoce a los artistas</link>.',
      artistsAlone: 'Puedes empezar por <link>conocer a los artistas</link>.',
    },
    confirmation: {
      subject: 'Confirma tu dirección de correo',
      preview: 'Confirma tu dirección para recibir el boletín.',
      kicker: 'Un paso más',
      title: 'Confirma tu dirección',
      reason:
        'Alguien escribió esta dirección en nuestro sitio. Si no fuiste tú, ignora este correo: no recibirás el boletín.',
      ask: 'Confirma que quieres recibir nuestro boletín{schedule, select, paused {. Elegiste recibirlo una vez al mes, pero de momento no se envía el resumen mensual. Para recibir el boletín, elige «Cada semana» en tus preferencias después de confirmar} monthly { una vez al mes} other { todos los viernes a las 9:00 (EST)}}.',
      confirm: 'Confirmar mi dirección',
    },
  },
}
