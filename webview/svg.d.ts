/** The bundler gives a picture as the text of its file. */
declare module '*.svg' {
  const text: string;
  export { text as default };
}
