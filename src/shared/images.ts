/** Types of images that the model can read and the panel can show. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** For all images of a prompt together; a request may have 20 MB, and images are sent as base64. */
export const MAX_IMAGE_BYTES = 10_000_000;
