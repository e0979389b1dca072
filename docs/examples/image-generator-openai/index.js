async function handler(input, ctx) {
  const axios = ctx.require('axios');
  const crypto = ctx.require('crypto');

  // Parse input
  const prompt = input.prompt || input.userMessage || '';
  if (!prompt.trim()) {
    throw new Error('prompt is required');
  }

  const size = input.size || '1024x1024';
  const quality = input.quality === 'hd' ? 'hd' : 'standard';
  const count = Math.max(1, Math.min(input.count || 1, 4));
  const title = input.title || 'OpenAI Image Set';

  // Call OpenAI API
  const apiKey = ctx.process.env.OPENAI_API_KEY;
  if (!apiKey) {
    throw new Error('OPENAI_API_KEY not configured');
  }

  const response = await axios.post(
    'https://api.openai.com/v1/images/generations',
    {
      model: 'gpt-image-1',
      prompt,
      size,
      quality,
      n: count,
      response_format: 'b64_json',
      user: ctx.userId,
    },
    {
      headers: {
        'Authorization': `Bearer ${apiKey}`,
        'Content-Type': 'application/json',
      },
      timeout: 120000,
    }
  );

  const images = response.data?.data || [];
  if (!images.length) {
    throw new Error('OpenAI returned no images');
  }

  // Process images and create assets
  const attachments = [];
  for (let i = 0; i < images.length; i++) {
    const b64 = images[i].b64_json;
    if (!b64) continue;

    const buffer = Buffer.from(b64, 'base64');
    const hash = crypto.createHash('sha256').update(buffer).digest('hex');

    const asset = await ctx.assets.saveBuffer({
      buffer,
      mime: 'image/png',
      filename: `openai-${Date.now()}-${i}.png`,
      subpath: 'generated',
    });

    attachments.push({
      assetId: asset.id,
      url: `/assets/${asset.id}`,
      mime: 'image/png',
      size: buffer.length,
      hash,
      altText: prompt,
      provider: 'openai',
    });
  }

  // Create deliverable
  const deliverable = await ctx.deliverables.create({
    title,
    content: `Generated ${attachments.length} image(s) via OpenAI GPT-Image-1`,
    format: 'image/png',
    type: 'image',
    attachments: { images: attachments },
    metadata: {
      provider: 'openai',
      model: 'gpt-image-1',
      prompt,
      size,
      quality,
      count,
    },
  });

  return {
    success: true,
    deliverable,
    images: attachments,
  };
}

module.exports = handler;
