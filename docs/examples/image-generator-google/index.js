const MODEL = 'imagen-3.0-generate-002';
const ASPECT_RATIOS = { '1024x1024': '1:1', '1792x1024': '16:9', '1024x1792': '9:16', '1280x960': '4:3', '960x1280': '3:4' };

async function handler(input, ctx) {
  const axios = ctx.require('axios');
  const crypto = ctx.require('crypto');

  // Parse input
  const prompt = input.prompt || input.userMessage || '';
  if (!prompt.trim()) {
    throw new Error('prompt is required');
  }

  const size = input.size || '1024x1024';
  const aspectRatio = input.aspectRatio || ASPECT_RATIOS[size];
  if (!aspectRatio) {
    throw new Error(`size ${size} has no aspect ratio of Imagen`);
  }
  const count = Math.max(1, Math.min(input.count || 1, 4));
  const title = input.title || 'Google Image Set';

  // Call Imagen
  const { GOOGLE_ACCESS_TOKEN: token, GOOGLE_PROJECT_ID: project } = ctx.process.env;
  if (!token) {
    throw new Error('GOOGLE_ACCESS_TOKEN not configured');
  }
  if (!project) {
    throw new Error('GOOGLE_PROJECT_ID not configured');
  }

  const parameters = { sampleCount: count, aspectRatio };
  if (input.negativePrompt) parameters.negativePrompt = input.negativePrompt;

  const response = await axios.post(
    `https://us-central1-aiplatform.googleapis.com/v1/projects/${project}/locations/us-central1/publishers/google/models/${MODEL}:predict`,
    { instances: [{ prompt }], parameters },
    { headers: { Authorization: `Bearer ${token}` }, timeout: 120000 }
  );

  // Images that the safety filter held back have a reason in place of bytes.
  const predictions = response.data?.predictions || [];
  const images = predictions.filter((prediction) => prediction.bytesBase64Encoded);
  const filtered = predictions.filter((prediction) => prediction.raiFilteredReason);
  if (!images.length) {
    throw new Error(filtered.length ? `Imagen returned no images: ${filtered[0].raiFilteredReason}` : 'Imagen returned no images');
  }

  // Process images and create assets
  const attachments = [];
  for (const [i, image] of images.entries()) {
    const mime = image.mimeType || 'image/png';
    const buffer = Buffer.from(image.bytesBase64Encoded, 'base64');
    const hash = crypto.createHash('sha256').update(buffer).digest('hex');

    const asset = await ctx.assets.saveBuffer({
      buffer,
      mime,
      filename: `google-${Date.now()}-${i}.${mime === 'image/jpeg' ? 'jpg' : 'png'}`,
      subpath: 'generated',
    });

    attachments.push({
      assetId: asset.id,
      url: `/assets/${asset.id}`,
      mime,
      size: buffer.length,
      hash,
      altText: prompt,
      provider: 'google',
    });
  }

  // Create deliverable
  const deliverable = await ctx.deliverables.create({
    title,
    content: `Generated ${attachments.length} image(s) via Google Imagen 3`,
    format: attachments[0].mime,
    type: 'image',
    attachments: { images: attachments },
    metadata: { provider: 'google', model: MODEL, prompt, size, aspectRatio, count, filtered: filtered.length },
  });

  return {
    success: true,
    deliverable,
    images: attachments,
  };
}

module.exports = handler;
